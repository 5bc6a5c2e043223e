import { Html, html } from './html.ts'
import { button, CODE_FONT, heading, link, linkList, paragraph, sheet, textFoot, toMailHtml } from './mail.ts'
import type { MailText, Site } from './mail.ts'

/** The words of a mail about an account. Nothing in them was typed by anybody: whoever knows an address could write in it. */
export type AccountWords = {
  /** Never with a code in it, like the preheader: both are shown on locked screens. */
  subject: string
  preheader: string
  heading: string
  /** What happened, or what is asked. */
  ask: string
  action?: { label: string; url: string }
  /** The same step on our own page, where `action` leads to an app. */
  onOurSite?: { label: string; url: string }
  code?: { ask: string; value: string }
  /** How long it works. */
  limit?: string
  /** What to do for whom this is a surprise. */
  otherwise: string
  further?: { label: string; url: string }
  reason: string
}

export function toAccountMail(words: AccountWords, site: Site): MailText {
  return {
    subject: words.subject,
    // It answers a step that was just taken, or guards the account: it goes out to somebody who left alerts, too.
    mayUnsubscribe: false,
    html: toMailHtml({
      title: words.subject,
      preheader: html`${words.preheader}${END_OF_PREVIEW}`,
      heading: ['Your account'],
      body: sheet(toBody(words)),
      reason: html`${words.reason}`,
      site,
    }),
    text: toText(words, site),
  }
}

/** Fills what a mail program shows beside the subject, or it would read on into the mail, as far as the code. */
const END_OF_PREVIEW = new Html('&#847;&zwnj;&nbsp;'.repeat(100))

const GAP = html`
        <div style="font-size:20px;line-height:20px;">&nbsp;</div>`

function toBody(words: AccountWords): Html {
  const { heading: title, ask, action, onOurSite, code, limit, otherwise, further } = words
  return html`
      <tr><td class="pad" style="padding:28px 32px;">
        ${heading(title)}
        ${paragraph(html`${ask}`, 12)}${action && html`${GAP}${button(action.url, action.label)}`}
        ${onOurSite && linkList([link(onOurSite.url, onOurSite.label)])}
        ${code && html`${paragraph(html`${code.ask}`, 20)}${codePlate(code.value)}`}
        ${limit && paragraph(html`${limit}`, 20)}
        ${paragraph(html`${otherwise}`, limit ? 12 : 20)}
        ${further && linkList([link(further.url, further.label)])}
      </td></tr>`
}

/** The digits stand together, so that they are copied, and read out, as one; only the eye sees them apart. */
const codePlate = (code: string) => html`
        <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:8px;"><tr>
          <td class="ink rule" style="border:1px solid #d6ccb6;border-radius:12px;padding:12px 14px 12px 20px;font:bold 36px/44px ${CODE_FONT};letter-spacing:6px;white-space:nowrap;color:#15192d;-webkit-user-select:all;user-select:all;">${code}</td>
        </tr></table>`

function toText(words: AccountWords, site: Site): string {
  const { subject, ask, action, onOurSite, code, limit, otherwise, further, reason } = words
  const blocks = [
    subject,
    ask,
    action && `${action.label}: ${action.url}`,
    onOurSite && `${onOurSite.label}: ${onOurSite.url}`,
    code && `${code.ask}\n${code.value}`,
    [limit, otherwise].filter((line) => line !== undefined).join('\n'),
    further && `${further.label}: ${further.url}`,
    textFoot(reason, site),
  ]
  return blocks.filter((block) => block !== undefined).join('\n\n')
}
