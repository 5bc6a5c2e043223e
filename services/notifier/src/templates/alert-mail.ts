import { usualWords } from '@walkon/contracts/drop-below-usual'
import type { ToldAlert } from '@walkon/contracts/events/alerts'
import { inTellingOrder, isAsAlways, toMessage, toSubject } from '../domain/alert-words.ts'
import { DONE, REOPENED, toBand, type Band } from '../domain/band.ts'
import type { RideAlerts } from '../domain/content.ts'
import { toClockSeenAt, toDay, toDays, toZonedClock } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { html, type Html } from './html.ts'
import {
  alwaysRow,
  filled,
  plate,
  RIDES_WITH_ROWS,
  toAlwaysLine,
  toDetail,
  toRows,
  type Ride,
} from './alert-rows.ts'
import { button, link, linkList, paragraph, sheet, textFoot, toMailHtml } from './mail.ts'
import type { MailText, Setting } from './mail.ts'

type Links = { manageUrl: string; unsubscribeUrl: string }

/**
 * The mail for everything that became short in one poll; every ride is named. The ride furthest below its usual wait leads, the others follow
 * shortest first, and those that are as short as always share one line.
 */
export function toAlertMail(content: RideAlerts, setting: Setting): MailText {
  const { site, manageUrl, leaving, reference } = setting
  if (!leaving) throw new Error('An alert mail needs a way out')
  const links = { manageUrl, unsubscribeUrl: leaving.url }
  const observedAt = new Date(content.observedAt)
  const alerts = inTellingOrder(content.alerts)
  const [leadAlert, ...otherAlerts] = alerts
  if (!leadAlert) throw new Error('An alert mail needs a ride')
  const common = commonLimit(alerts)
  const toRow = (alert: ToldAlert) => toRide(alert, observedAt, { timezone: content.timezone, common })
  const lead = toRow(leadAlert)
  const others = otherAlerts.filter((alert) => !isAsAlways(alert)).map(toRow)
  const asAlways = toAlwaysLine(otherAlerts.filter(isAsAlways).map(toRow))
  const parkName = oneLine(content.parkName)

  const words = {
    subject: toSubject(alerts),
    parkName,
    readAt: `${toDay(observedAt, content.timezone)}, ${toZonedClock(observedAt, content.timezone)}`,
    advice: alerts.every(isDone) ? toDoneAdvice(alerts.length) : toAdvice(content, common),
    reason: toReason(parkName, content.dates),
    boardUrl: `${site.publicUrl}/live-wait-times?${new URLSearchParams({ park: content.parkId, ride: leadAlert.rideId }).toString()}`,
  }
  const preheader = [
    ...alerts.slice(1, 4).map((alert) => `${toMessage(alert)}.`),
    `${parkName}, ${lead.age} ${toZonedClock(observedAt, content.timezone).split(' ').at(-1)}.`,
  ].join(' ')

  return {
    subject: words.subject,
    html: toMailHtml({
      title: words.subject,
      preheader,
      heading: [parkName, words.readAt],
      body: html`${plate(lead)}${sheet(html`${toRows(others)}${alwaysRow(others.length > 0, asAlways)}${actions(alerts.length > 1, words, links)}`)}`,
      reason: html`${words.reason} ${link(links.unsubscribeUrl, 'Unsubscribe')}`,
      site,
      reference,
      creditsWaits: true,
    }),
    text: toText([lead, ...others], { ...words, asAlways }, links, setting),
  }
}

/** The limit of all rides that are short, in minutes, which is said once; null where they differ, or one fits its ride. */
function commonLimit(alerts: ToldAlert[]): number | null {
  const short = alerts.filter(({ kind }) => kind === 'short-wait')
  const limits = new Set(short.map(({ limit, thresholdMinutes }) => (limit ? null : thresholdMinutes)))
  const [only = null] = limits
  return limits.size === 1 ? only : null
}

type RideSetting = { timezone: string; common: number | null }

function toRide(alert: ToldAlert, observedAt: Date, { timezone, common }: RideSetting): Ride {
  const { kind, waitMinutes, thresholdMinutes, changedAt } = alert
  const figure = isDone(alert)
    ? 'Down'
    : waitMinutes === null
      ? 'Open'
      : waitMinutes === 0
        ? 'Walk on'
        : `${waitMinutes}`
  const unit = waitMinutes ? 'min' : ''
  const since = changedAt && `since ${toClockSeenAt(new Date(changedAt), observedAt, timezone)}`
  return {
    name: oneLine(alert.rideName),
    figure,
    unit,
    band: toRideBand(kind, waitMinutes),
    age: since || `at ${toClockSeenAt(observedAt, observedAt, timezone)}`,
    limit: kind !== 'short-wait' || common !== null ? '' : `your limit is ${thresholdMinutes} min`,
    usual: toUsual(alert),
  }
}

/** A limit that fits the ride says that the wait is short for it: 30 minutes are none of a theatre's. */
function toUsual({ kind, limit, usualMinutes }: ToldAlert): string {
  const usual = usualMinutes === null ? '' : `usually ${usualWords(usualMinutes)} at this hour`
  if (kind !== 'short-wait' || limit !== 'fit') return usual
  return filled(['short for this ride', usual]).join(': ')
}

/** News of a ride that runs again is shown as long as its line is; the shape and colour are never kinder than the wait. */
function toRideBand(kind: ToldAlert['kind'], waitMinutes: number | null): Band {
  if (kind === 'probably-done') return DONE
  if (waitMinutes === null) return REOPENED
  const band = toBand(waitMinutes)
  return kind === 'reopened' ? { ...band, word: `${band.word}, open again` } : band
}

type Words = {
  subject: string
  parkName: string
  readAt: string
  advice: string
  reason: string
  boardUrl: string
}

function actions(isBelowRows: boolean, { advice, boardUrl }: Words, { manageUrl }: Links): Html {
  return html`
      <tr><td colspan="2" class="pad rule" style="${isBelowRows && 'border-top:1px solid #d6ccb6;'}padding:24px 32px;">${button(boardUrl, 'See live wait times')}
        ${paragraph(html`${advice}`, 20)}
        ${linkList([link(manageUrl, 'Change your rides'), link(toPause(manageUrl), 'Stop alerts for today')])}
      </td></tr>`
}

/** The page opens at the button that pauses all alerts for the day. */
const toPause = (manageUrl: string) => `${manageUrl}#pause`

const isDone = ({ kind }: ToldAlert) => kind === 'probably-done'

const toAdvice = (content: RideAlerts, common: number | null): string =>
  filled([
    'Lines change fast, so head over soon.',
    toNextAlert(content),
    common === null ? '' : `Your limit is ${common} min.`,
  ]).join(' ')

const toDoneAdvice = (rides: number): string =>
  rides === 1
    ? 'It’s been down longer than usual, and breakdowns this long are seldom over before closing time. If it runs again today, your alerts for it go on.'
    : 'They’ve been down longer than usual, and breakdowns this long are seldom over before closing time. If one runs again today, your alerts for it go on.'

const COUNTS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

function toNextAlert({ alerts, nextAlertAt, observedAt, timezone }: RideAlerts): string {
  const rides = alerts.length === 1 ? 'this ride' : `these ${COUNTS[alerts.length] ?? alerts.length}`
  const at = toClockSeenAt(new Date(nextAlertAt), new Date(observedAt), timezone)
  return `We won’t repeat ${rides} before ${at}.`
}

function toReason(parkName: string, dates: string[]): string {
  const when = dates.length === 0 ? '' : ` on ${toDays(dates)}`
  return `You’re getting this because you turned on alerts for ${parkName}${when}.`
}

function toText(
  rides: Ride[],
  words: Words & { asAlways: string },
  links: Links,
  { site, reference }: Setting,
): string {
  const lines = rides.map((ride, index) => {
    const { name, figure, unit, band } = ride
    const line = `${filled([figure, unit]).join(' ')}  ${name}`
    return index < RIDES_WITH_ROWS ? `${line}\n  ${band.word} ${toDetail(ride)}` : line
  })
  return `${words.subject}
${words.parkName}, ${words.readAt}

${[...lines, ...filled([words.asAlways])].join('\n')}

${straighten(words.advice)}

See live wait times: ${words.boardUrl}
Change your rides: ${links.manageUrl}
Stop alerts for today: ${toPause(links.manageUrl)}
Unsubscribe: ${links.unsubscribeUrl}

${textFoot(straighten(words.reason), { site, reference, creditsWaits: true })}`
}

/**
 * Our words in plain text are ASCII, so that a batch of mails is written and encoded in a third of the time (docs/decisions/what-a-burst-costs.md).
 * Their apostrophe is the first; a name keeps its own.
 */
const straighten = (words: string) => words.replace('’', "'")
