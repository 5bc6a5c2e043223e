import type { Letter } from '@walkon/contracts/letter'
import { oneLine } from '@walkon/contracts/plain-text'
import { inReadingOrder, toMessage } from '../domain/alert-words.ts'
import type { NumberQuestion, ReplyAnswer, RideAlerts, ShortRide } from '../domain/content.ts'
import { gsm7Length, SEGMENT_LENGTH, shorten, toGsm7 } from '../domain/gsm7.ts'

/** Texts of one segment, each with its link: the look-up knows it by the code in there. */

export type TextSetting = { url: string }

const NAME = 'Walkon: '
const REPLIES = 'Reply DONE, SNOOZE 30 or STOP.'

/** `Walkon: Space Mountain is 10 min, Haunted Mansion is 5 min and 2 more. Reply DONE, SNOOZE 30 or STOP. https://…` */
export function toAlertText({ alerts }: RideAlerts, { url }: TextSetting): string {
  const end = `. ${REPLIES} ${url}`
  const places = SEGMENT_LENGTH - gsm7Length(NAME + end)
  return `${NAME}${toRides(inReadingOrder(alerts), places, toMessage)}${end}`
}

/** As many rides as fit by their whole names; one ride is always named, by a shorter name if need be. */
function toRides<Ride extends { rideName: string }>(
  alerts: Ride[],
  places: number,
  toWords: (ride: Ride) => string,
): string {
  const messages = alerts.map((alert) => toGsm7(toWords(alert)))
  for (let named = messages.length; named > 0; named--) {
    const words = joinRides(messages.slice(0, named), messages.length - named)
    if (gsm7Length(words) <= places) return words
  }
  const [first] = alerts
  if (!first) return ''
  const name = toGsm7(oneLine(first.rideName))
  const words = joinRides([toGsm7(toWords({ ...first, rideName: name }))], alerts.length - 1)
  const shorter = shorten(name, gsm7Length(name) - (gsm7Length(words) - places))
  return words.replace(name, () => shorter)
}

function joinRides(messages: string[], more: number): string {
  const parts = more === 0 ? messages : [...messages, `${more} more`]
  return parts.length === 1 ? `${parts[0]}` : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export const toLetterText = ({ shortText, code }: Letter, { url }: TextSetting): string =>
  toText(code ? `Your code is ${code.value}. ${shortText}` : shortText, url)

/** What a text that asks must say (10DLC): our name, what comes, what it costs, HELP and STOP. */
export const toQuestionText = ({ isReminder }: NumberQuestion, { url }: TextSetting): string => {
  const ask = isReminder
    ? 'Alerts still go by email. Reply YES for texts'
    : 'Reply YES to get ride alerts by text'
  return toText(`${ask}. Msg&data rates may apply. HELP for help, STOP to stop.`, url)
}

export function toAnswerText({ to }: ReplyAnswer, { url }: TextSetting): string {
  switch (to.kind) {
    case 'yes':
      if (to.short && to.short.length > 0) return toShortNow(to.short, url)
      return toText(
        'Your ride alerts now come by text. DONE silences a ride for the day, STOP ends texts.',
        url,
      )
    case 'done': {
      const places = SEGMENT_LENGTH - gsm7Length(`${NAME}Quiet for today: . ${url}`)
      const [first = '', ...rest] = to.rides.map((ride) => toGsm7(oneLine(ride)))
      const more = rest.length === 0 ? '' : ` and ${rest.length} more`
      return toText(`Quiet for today: ${shorten(first, places - more.length)}${more}.`, url)
    }
    case 'snooze':
      return toText(`No alerts for ${to.minutes} ${to.minutes === 1 ? 'minute' : 'minutes'}.`, url)
    case 'stopped':
      return toText('You will get no more texts from us. Alerts go by email. Reply START for texts.', url)
    case 'started':
      return toText('Texts are back on. Reply HELP for help, STOP to stop. Msg&data rates may apply.', url)
    case 'help':
      return toText('Ride alerts by text. Msg&data rates may apply. Reply STOP to stop. More:', url)
    default:
      return to satisfies never
  }
}

/** `Walkon: Texts are on. Short now: TRON 5 min, Big Thunder 10 min and 9 more. https://…` */
function toShortNow(rides: ShortRide[], url: string): string {
  const [begin, end] = [`${NAME}Texts are on. Short now: `, `. ${url}`]
  const ordered = rides.toSorted((one, other) => one.waitMinutes - other.waitMinutes)
  const places = SEGMENT_LENGTH - gsm7Length(begin + end)
  return `${begin}${toRides(ordered, places, toShortWords)}${end}`
}

const toShortWords = ({ rideName, waitMinutes }: ShortRide): string =>
  `${oneLine(rideName)} ${waitMinutes === 0 ? 'walk on' : `${waitMinutes} min`}`

/** Our name, these words and the link. Words that are too long for one segment are shortened. */
export function toText(words: string, url: string): string {
  const places = SEGMENT_LENGTH - gsm7Length(`${NAME} ${url}`)
  return `${NAME}${shorten(toGsm7(words), places)} ${url}`
}
