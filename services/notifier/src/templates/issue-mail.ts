import { toBlocks, type Block, type Inline } from '@walkon/contracts/markdown'
import type { NewsletterIssue } from '../domain/content.ts'
import { html, type Html } from './html.ts'
import { HEADING, heading, link, paragraph, sheet, textFoot, toMailHtml } from './mail.ts'
import type { MailText, Setting } from './mail.ts'

const REASON = 'You’re getting this because you subscribed to the Walkon newsletter.'

/** An issue of the newsletter in our frame, with the way out that its mail has. */
export function toIssueMail({ subject, markdown }: NewsletterIssue, setting: Setting): MailText {
  const { site, leaving, reference } = setting
  const blocks = toBlocks(markdown)
  const leave = leaving && html` ${link(leaving.url, 'Unsubscribe')}`
  return {
    subject,
    html: toMailHtml({
      title: subject,
      preheader: '',
      heading: ['Newsletter'],
      body: sheet(html`
      <tr><td class="pad" style="padding:28px 32px;">
        ${heading(subject)}${blocks.map(toHtml)}
      </td></tr>`),
      reason: html`${REASON}${leave}`,
      site,
      reference,
      creditsWaits: true,
    }),
    text: [
      subject,
      ...blocks.map(toText),
      ...(leaving ? [`Unsubscribe: ${leaving.url}`] : []),
      textFoot(REASON, { site, reference, creditsWaits: true }),
    ].join('\n\n'),
  }
}

const TITLE = `margin:28px 0 0;font:bold 20px/28px ${HEADING};color:#15192d;`
const LIST = 'margin:12px 0 0;padding:0 0 0 20px;font-size:16px;line-height:24px;color:#15192d;'

function toHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h2 class="ink" style="${TITLE}">${block.content.map(toInlineHtml)}</h2>`
    case 'paragraph':
      return paragraph(html`${block.content.map(toInlineHtml)}`, 12)
    case 'list':
      return html`<ul class="ink" style="${LIST}">${block.items.map((item) => html`<li>${item.map(toInlineHtml)}</li>`)}</ul>`
    default:
      return block satisfies never
  }
}

function toInlineHtml(part: Inline): Html {
  switch (part.kind) {
    case 'text':
      return html`${part.text}`
    case 'strong':
      return html`<strong>${part.text}</strong>`
    case 'emphasis':
      return html`<em>${part.text}</em>`
    case 'link':
      return link(part.url, part.text)
    default:
      return part satisfies never
  }
}

const toText = (block: Block): string =>
  block.kind === 'list'
    ? block.items.map((item) => `- ${toInlineText(item)}`).join('\n')
    : toInlineText(block.content)

const toInlineText = (parts: Inline[]): string =>
  parts.map((part) => (part.kind === 'link' ? `${part.text} (${part.url})` : part.text)).join('')
