import type { Notification } from '@walkon/contracts/events/notifications'
import { toDay, toDays, toZonedClock } from '../domain/park-time.ts'
import { oneLine } from '../domain/plain-text.ts'
import { html } from './html.ts'
import { button, heading, link, linkList, paragraph, sheet, textFoot, toMailHtml } from './mail.ts'
import type { MailText, Setting } from './mail.ts'

export type AlertsActivated = Extract<Notification, { kind: 'alerts-activated' }>

/** Says what was switched on, and how to change it. Somebody who had unsubscribed is told how to come back. */
export function toAlertsActivatedMail(
  content: AlertsActivated,
  { site, links, isUnsubscribed, now }: Setting,
): MailText {
  const { parkId, timezone, dates } = content
  const park = oneLine(content.parkName)
  const days = toDays(dates)
  const subject = isUnsubscribed ? `Your alerts for ${park} are waiting for you` : `Alerts are on for ${park}`
  const startsAt = new Date(content.startsAt)
  const start =
    startsAt > now ? `From ${toDay(startsAt, timezone)}, ${toZonedClock(startsAt, timezone)},` : 'From now on'
  const promise = isUnsubscribed
    ? `Your alerts for ${park} cover ${days}.`
    : `${start} we watch your rides at ${park} and write the minute one is short. Covered: ${days}.`
  const paused =
    'You unsubscribed from alert mails earlier, so none will come until you switch them on again.'
  const boardUrl = `${site.publicUrl}/live-wait-times?park=${encodeURIComponent(parkId)}`
  const action = isUnsubscribed
    ? { url: links.unsubscribeUrl, label: 'Get alert mails again' }
    : { url: links.manageUrl, label: 'Choose rides and limits' }
  const further = isUnsubscribed
    ? { url: links.manageUrl, label: 'Choose rides and limits' }
    : { url: boardUrl, label: 'See the live board' }
  const reason = `You get this because alerts for ${park} were switched on for this address.`

  return {
    subject,
    mayUnsubscribe: true,
    html: toMailHtml({
      title: subject,
      preheader: isUnsubscribed ? paused : promise,
      heading: [park, days],
      body: sheet(html`
      <tr><td class="pad" style="padding:28px 32px;">
        ${heading(subject)}
        ${isUnsubscribed && paragraph(html`${paused}`, 12)}
        ${paragraph(html`${promise}`, 12)}
        <div style="font-size:20px;line-height:20px;">&nbsp;</div>${button(action.url, action.label)}
        ${linkList([link(further.url, further.label)])}
      </td></tr>`),
      reason: html`${reason} ${!isUnsubscribed && html`${link(links.unsubscribeUrl, 'Unsubscribe')} with one click.`}`,
      site,
    }),
    text: `${subject}

${isUnsubscribed ? `${paused}\n\n` : ''}${promise}

${action.label}: ${action.url}
${further.label}: ${further.url}${isUnsubscribed ? '' : `\nUnsubscribe with one click: ${links.unsubscribeUrl}`}

${textFoot(reason, site)}`,
  }
}
