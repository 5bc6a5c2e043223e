import type { Letter, LetterLink } from '@walkon/contracts/letter'
import { toDay, toZonedClock } from '@walkon/contracts/park-time'
import type { MailList } from '@walkon/contracts/values'
import type { SuppressionReason } from '../domain/suppression-scope.ts'
import { toTimeLeft } from '../domain/time-left.ts'
import { Html, html } from './html.ts'
import {
  button,
  CODE_FONT,
  HEADING,
  heading,
  link,
  linkList,
  paragraph,
  sheet,
  textFoot,
  toMailHtml,
} from './mail.ts'
import { capitalised, LIST_WORDS } from './list-words.ts'
import type { MailText, Setting } from './mail.ts'

type Link = { label: string; url: string }

/** A letter in the words that this recipient gets, with whole addresses. */
type Words = Pick<Letter, 'subject' | 'about' | 'heading' | 'paragraphs' | 'closing' | 'reason'> & {
  preheader: string
  action: Link | undefined
  code: Letter['code']
  /** How long the link and the code work. */
  limit: string | undefined
  further: Link[]
  details: Letter['details']
  /** Null where the letter cannot be left, or was left already. */
  unsubscribeUrl: string | null
}

/** The words of another service in our frame. */
export function toLetterMail(letter: Letter, setting: Setting): MailText {
  const words = toWords(letter, setting)
  return { subject: words.subject, html: toHtml(words, setting), text: toText(words, setting) }
}

function toWords(letter: Letter, setting: Setting): Words {
  const { leaving, stoppedBy, now } = setting
  const { action, code, preheader = '', further = [], whenUnsubscribed } = letter
  const words = {
    ...letter,
    preheader,
    action: action && toLink(action, setting),
    code,
    limit: toLimit(letter, now),
    further: further.map((each) => toLink(each, setting)),
    details: letter.details,
    unsubscribeUrl: leaving?.url ?? null,
  }
  if (!whenUnsubscribed || !leaving || !stoppedBy) return words
  return { ...words, ...toPausedWords(whenUnsubscribed, leaving, stoppedBy, setting) }
}

/** For an address to which nothing of the list goes: the letter leads back where there is a way. */
function toPausedWords(
  { subject, heading: title, paragraphs, further }: NonNullable<Letter['whenUnsubscribed']>,
  { list, url }: NonNullable<Setting['leaving']>,
  reason: SuppressionReason,
  setting: Setting,
) {
  const { mails } = LIST_WORDS[list]
  const paused = toReasonWords(reason, list)
  return {
    subject,
    heading: title,
    preheader: paused,
    paragraphs: [paused, ...paragraphs],
    action: reason === 'complained' ? undefined : { label: `Get ${mails} again`, url },
    further: further.map((each) => toLink(each, setting)),
    unsubscribeUrl: null,
  }
}

function toReasonWords(reason: SuppressionReason, list: MailList): string {
  const { mails, one } = LIST_WORDS[list]
  switch (reason) {
    case 'unsubscribed':
      return `You unsubscribed from ${mails}, so none will come until you turn them on again.`
    case 'bounced':
    case 'invalid':
      return `${capitalised(mails)} to this address came back, so we stopped them. Now that this one has arrived, you can turn them on again.`
    case 'complained':
      return `${one} to this address was reported as spam, so no more will come. Write to us if that was a mistake.`
    default:
      return reason satisfies never
  }
}

/** The site stands before every path, so that a letter cannot lead elsewhere. */
const toLink = (to: LetterLink, { site, manageUrl }: Setting): Link => ({
  label: to.label,
  url: 'path' in to ? `${site.publicUrl}${to.path}` : manageUrl,
})

/** Said when the mail is written: a letter may wait before that. */
function toLimit({ action, code, park }: Letter, now: Date): string | undefined {
  const toSpan = (instant: string) => toSpanOf(new Date(instant), now, park?.timezone)
  const ofLink = action && 'path' in action && action.worksUntil && toSpan(action.worksUntil)
  const ofCode = code && toSpan(code.worksUntil)
  if (ofLink && ofLink === ofCode) return `The link and the code work for ${ofLink}.`
  const sentences = [ofLink && `The link works for ${ofLink}.`, ofCode && `The code works for ${ofCode}.`]
  return sentences.filter(Boolean).join(' ') || undefined
}

/**
 * Words the time left, with the end on the park's clock if the letter is about a park. A clock of no zone the recipient knows would tell
 * nothing.
 */
function toSpanOf(until: Date, now: Date, timezone: string | undefined): string {
  const span = toTimeLeft(until, now)
  return timezone ? `${span}, until ${toDay(until, timezone)} at ${toZonedClock(until, timezone)}` : span
}

/** Fills what a mail program shows beside the subject. Otherwise it would show the mail's first words, as far as the code. */
const END_OF_PREVIEW = new Html('&#847;&zwnj;&nbsp;'.repeat(100))

const GAP = html`
        <div style="font-size:20px;line-height:20px;">&nbsp;</div>`

const creditsWaits = ({ leaving }: Setting) => leaving?.list !== 'flights'

function toHtml(words: Words, setting: Setting): string {
  const { subject, preheader, about, reason, unsubscribeUrl } = words
  return toMailHtml({
    title: subject,
    preheader: html`${preheader}${END_OF_PREVIEW}`,
    heading: about,
    body: sheet(toBody(words)),
    reason: html`${reason}${unsubscribeUrl !== null && html` ${link(unsubscribeUrl, 'Unsubscribe')}`}`,
    site: setting.site,
    reference: setting.reference,
    creditsWaits: creditsWaits(setting),
  })
}

function toBody({ heading: title, paragraphs, action, code, limit, closing, further, details }: Words): Html {
  return html`
      <tr><td class="pad" style="padding:28px 32px;">
        ${heading(title)}
        ${paragraphs.map((each) => paragraph(html`${each}`, 12))}${action && html`${GAP}${button(action.url, action.label)}`}
        ${code && html`${paragraph(html`${code.ask}`, 20)}${codePlate(code.value)}`}
        ${limit && paragraph(html`${limit}`, 20)}
        ${closing && paragraph(html`${closing}`, limit ? 12 : 20)}
        ${further.length > 0 && linkList(further.map(({ url, label }) => link(url, label)))}
      </td></tr>${details && detailRows(details)}`
}

const detailRows = ({ title, rows }: NonNullable<Letter['details']>) => html`
      <tr><td class="pad rule" style="border-top:1px solid #d6ccb6;padding:20px 32px 24px;">
        <h2 class="ink" style="margin:0 0 8px;font:bold 18px/24px ${HEADING};color:#15192d;">${title}</h2>
        <table width="100%" cellpadding="0" cellspacing="0" border="0">${rows.map(
          ({ label, value }) => html`
          <tr>
            <th scope="row" class="ink2" align="left" valign="top" width="64" style="width:64px;padding:2px 16px 2px 0;font-size:14px;line-height:20px;font-weight:normal;color:#4b4f66;">${label}</th>
            <td class="ink" valign="top" style="padding:2px 0;font-size:14px;line-height:20px;color:#15192d;word-break:break-word;">${value}</td>
          </tr>`,
        )}
        </table>
      </td></tr>`

/** The characters stand together, so that they are copied, and read out, as one; only the eye sees them apart. */
const codePlate = (code: string) => html`
        <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:8px;"><tr>
          <td class="ink rule" style="border:1px solid #d6ccb6;border-radius:12px;padding:12px 14px 12px 20px;font:bold 36px/44px ${CODE_FONT};letter-spacing:6px;white-space:nowrap;color:#15192d;-webkit-user-select:all;user-select:all;">${code}</td>
        </tr></table>`

function toText(words: Words, setting: Setting): string {
  const { subject, paragraphs, action, code, limit, closing, further, details, reason, unsubscribeUrl } =
    words
  const step = action && `${action.label}: ${action.url}`
  const others = [
    ...further.map(({ label, url }) => `${label}: ${url}`),
    ...(unsubscribeUrl === null ? [] : [`Unsubscribe: ${unsubscribeUrl}`]),
  ]
  const blocks = [
    [subject],
    ...paragraphs.map((each) => [each]),
    // Links that follow each other stand in one block.
    ...(code || limit || closing
      ? [[step], [code && `${code.ask}\n${code.value}`], [limit, closing], others]
      : [[step, ...others]]),
    details ? [details.title, ...details.rows.map(({ label, value }) => `${label}: ${value}`)] : [],
    [textFoot(reason, { ...setting, creditsWaits: creditsWaits(setting) })],
  ]
  return blocks
    .map((lines) => lines.filter((text) => text !== undefined).join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')
}
