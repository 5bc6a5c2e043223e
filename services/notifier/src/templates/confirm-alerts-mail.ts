import type { Notification } from '@walkon/contracts/events/notifications'
import { toDays } from '../domain/park-time.ts'
import { oneLine } from '../domain/plain-text.ts'
import { toMoment, toTimeLeft } from '../domain/time-left.ts'
import { html } from './html.ts'
import { button, heading, paragraph, sheet, textFoot, toMailHtml } from './mail.ts'
import type { MailText, Setting } from './mail.ts'

export type ConfirmAlerts = Extract<Notification, { kind: 'confirm-alerts' }>

/** Asks whether the address wants alerts. Nothing is switched on by opening the link: the page has a button too. */
export function toConfirmAlertsMail(
  { token, parkName, dates, expiresAt }: ConfirmAlerts,
  { site, now }: Setting,
): MailText {
  const park = oneLine(parkName)
  const confirmUrl = `${site.publicUrl}/confirm-alerts?token=${encodeURIComponent(token)}`
  const subject = `Confirm your alerts for ${park}`
  const days = toDays(dates)
  const ask = `Press the button, and we write to this address the minute a ride at ${park} has a short wait on ${days}.`
  const limit = `The link works for ${toTimeLeft(new Date(expiresAt), now)}, until ${toMoment(new Date(expiresAt))}.`
  const otherwise =
    'If you did not ask for this, do nothing: without the button no alert is ever sent to you.'
  const reason = `You get this because somebody entered this address to receive ride alerts for ${park}.`

  return {
    subject,
    // It is sent once, on request, and also to somebody who left: it is the way back.
    mayUnsubscribe: false,
    html: toMailHtml({
      title: subject,
      preheader: `One press switches on alerts for ${park} on ${days}.`,
      heading: [park, days],
      body: sheet(html`
      <tr><td class="pad" style="padding:28px 32px;">
        ${heading('Switch on your alerts')}
        ${paragraph(html`${ask}`, 12)}
        <div style="font-size:20px;line-height:20px;">&nbsp;</div>${button(confirmUrl, 'Confirm my alerts')}
        ${paragraph(html`${limit}`, 20)}
        ${paragraph(html`${otherwise}`, 12)}
      </td></tr>`),
      reason: html`${reason}`,
      site,
    }),
    text: `${subject}

${ask}

Confirm my alerts: ${confirmUrl}

${limit}
${otherwise}

${textFoot(reason, site)}`,
  }
}
