import type { PushPayload } from '@walkon/contracts/http/push'
import type { Letter } from '@walkon/contracts/letter'
import { dropBelowUsual } from '@walkon/contracts/drop-below-usual'
import { toClock } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { inTellingOrder, toMessage, type AlertWords } from '../domain/alert-words.ts'
import { isForMailboxAlone, type RideAlerts, type TestAlert } from '../domain/content.ts'

/** The content of a notification, and the effects of its buttons and of a click. */
export type PushText = Pick<PushPayload, 'kind' | 'title' | 'body' | 'url' | 'actions'>

/** A phone shows some lines of a body; more would be cut there. A payload of 4 kB is refused. */
const MOST_BODY_CHARACTERS = 240
const MOST_TITLE_CHARACTERS = 120

/**
 * `Space Mountain: 10 min` and the park. Of several rides it says the one furthest below its usual wait, how many more, and each of these
 * by its name. The news is first, shortest first, then rides that are as short as always.
 */
export function toAlertPush({ alerts, parkId, parkName, observedAt, timezone }: RideAlerts): PushText {
  const ordered = inTellingOrder(alerts)
  const [first, ...others] = ordered
  if (!first) throw new Error('A push of alerts needs a ride')
  const park = oneLine(parkName)
  const readAt = toClock(new Date(observedAt), timezone)
  const isBelow = first.kind === 'short-wait' && first.usualMinutes !== null && dropBelowUsual(first) > 0
  const usual = isBelow ? ` Usually ${first.usualMinutes}.` : ''
  const words =
    others.length === 0
      ? { title: toRide(first), body: `${park}, ${readAt}.${usual}` }
      : { title: toTitle(first, others.length), body: toRides(others, `at ${park}, read ${readAt}`) }
  return {
    kind: 'ride-alerts',
    title: cut(words.title, MOST_TITLE_CHARACTERS),
    body: words.body,
    url: `/live-wait-times?${new URLSearchParams({ park: parkId, ride: first.rideId }).toString()}`,
    actions: ['done', 'snooze'],
  }
}

function toRide(alert: AlertWords): string {
  const { kind, rideName, waitMinutes } = alert
  if (kind !== 'short-wait' || waitMinutes === null) return toMessage(alert)
  return `${oneLine(rideName)}: ${waitMinutes === 0 ? 'walk on' : `${waitMinutes} min`}`
}

/** A lock screen may show the title alone, so it names a ride. A name that is too long is cut, not the count behind it. */
function toTitle(first: AlertWords, others: number): string {
  const more = `, and ${others} more`
  return cut(toRide(first), MOST_TITLE_CHARACTERS - more.length) + more
}

/** Names as many rides as fit by their whole names, and counts the others. */
function toRides(alerts: AlertWords[], readAt: string): string {
  const rides = alerts.map(toRide)
  for (let named = rides.length; named > 0; named--) {
    const more = rides.length - named
    const body = `${rides.slice(0, named).join(', ')}${more === 0 ? '' : ` and ${more} more`}, ${readAt}.`
    if (body.length <= MOST_BODY_CHARACTERS) return body
  }
  const more = `${rides.length > 1 ? ` and ${rides.length - 1} more` : ''}, ${readAt}.`
  return cut(rides[0] ?? '', MOST_BODY_CHARACTERS - more.length) + more
}

const cut = (text: string, characters: number) =>
  text.length <= characters ? text : `${text.slice(0, characters - 1).trimEnd()}…`

/** A click leads where the letter's button leads, without a token: a device shows who is signed in there, not who has the mailbox. */
export const toLetterPush = (letter: Letter): PushText => ({
  kind: 'letter',
  title: cut(oneLine(letter.subject), MOST_TITLE_CHARACTERS),
  body: cut(oneLine(letter.shortText), MOST_BODY_CHARACTERS),
  url:
    letter.action && 'path' in letter.action && !isForMailboxAlone(letter)
      ? letter.action.path
      : '/manage-alerts',
  actions: [],
})

export const toTestPush = (_content: TestAlert): PushText => ({
  kind: 'test',
  title: 'Test alert',
  body: 'Push works on this device. Your ride alerts will look like this.',
  url: '/live-wait-times',
  actions: [],
})
