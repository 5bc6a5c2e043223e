import type { Letter } from '@walkon/contracts/letter'
import { oneLine } from '@walkon/contracts/plain-text'
import { inTellingOrder, toMessage } from '../domain/alert-words.ts'
import type { NumberQuestion, ReplyAnswer, RideAlerts, ShortRide } from '../domain/content.ts'
import { gsm7Length, SEGMENT_LENGTH, shorten, toGsm7 } from '../domain/text-segment.ts'
import { alphabetOf, type Alphabet } from '../domain/text-alphabet.ts'

/**
 * Texts of one segment, or of two if the words need letters that the GSM alphabet lacks, each with its link. The look-up knows the text by
 * the code in the link.
 */

export type TextSetting = { url: string }

const NAME = 'Walkon: '
const REPLIES = 'Reply DONE, SNOOZE 30 or STOP.'

/** The ride that leads a mail is named first here too. `Walkon: Space Mountain is 10 min, Haunted Mansion is 5 min and 2 more. Reply DONE, SNOOZE 30 or STOP. https://…` */
export function toAlertText({ alerts }: RideAlerts, { url }: TextSetting): string {
  const end = `. ${REPLIES} ${url}`
  const alphabet = alphabetOf(alerts.map(({ rideName }) => oneLine(rideName)).join(' '))
  const places = alphabet.places - alphabet.lengthOf(NAME + end)
  return `${NAME}${toRides(inTellingOrder(alerts), places, toMessage, alphabet)}${end}`
}

/** Names as many rides as fit by their whole names; one ride is always named, by a shorter name if need be. */
function toRides<Ride extends { rideName: string }>(
  alerts: Ride[],
  places: number,
  toWords: (ride: Ride) => string,
  { write, lengthOf }: Alphabet,
): string {
  const messages = alerts.map((alert) => write(toWords(alert)))
  for (let named = messages.length; named > 0; named--) {
    const words = joinRides(messages.slice(0, named), messages.length - named)
    if (lengthOf(words) <= places) return words
  }
  const [first] = alerts
  if (!first) return ''
  const name = write(oneLine(first.rideName))
  const words = joinRides([write(toWords({ ...first, rideName: name }))], alerts.length - 1)
  const shorter = shorten(name, lengthOf(name) - (lengthOf(words) - places), lengthOf)
  return words.replace(name, () => shorter)
}

function joinRides(messages: string[], more: number): string {
  const parts = more === 0 ? messages : [...messages, `${more} more`]
  return parts.length === 1 ? `${parts[0]}` : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export const toLetterText = ({ shortText, code }: Letter, { url }: TextSetting): string =>
  toText(code ? `Your code is ${code.value}. ${shortText}` : shortText, url)

/** Words that a text with a question must have (10DLC): our name, what comes, what it costs, HELP and STOP. */
export const toQuestionText = ({ isReminder, about }: NumberQuestion, { url }: TextSetting): string => {
  if (about !== undefined) return toQuestionAbout(about, url)
  const ask = isReminder
    ? 'Alerts still go by email. Reply YES for texts'
    : 'Reply YES to get ride alerts by text'
  return toText(`${ask}. ${TERMS}`, url)
}

const TERMS = 'Msg&data rates may apply. HELP for help, STOP to stop.'

/** `Walkon: Reply YES for b***@example.com alerts. Msg&data rates may apply. …` The end of a long address is cut. */
function toQuestionAbout(about: string, url: string): string {
  const words = (address: string) => toText(`Reply YES for ${address} alerts. ${TERMS}`, url)
  return words(shorten(toGsm7(about), SEGMENT_LENGTH - gsm7Length(words(''))))
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
      const [name = '', ...rest] = to.rides
      const first = oneLine(name)
      const { places, lengthOf, write } = alphabetOf(first)
      const more = rest.length === 0 ? '' : ` and ${rest.length} more`
      const left = places - lengthOf(`${NAME}Quiet for today: ${more}. ${url}`)
      return toText(`Quiet for today: ${shorten(write(first), left, lengthOf)}${more}.`, url)
    }
    case 'snooze':
      return toText(`No alerts for ${to.minutes} ${to.minutes === 1 ? 'minute' : 'minutes'}.`, url)
    case 'nothing':
      return toText('Nothing to silence yet.', url)
    case 'stopped':
      return toText('You will get no more texts from us. Alerts go by email. Reply START for texts.', url)
    case 'started':
      return toText('Texts are back on. Reply HELP for help, STOP to stop. Msg&data rates may apply.', url)
    case 'unclear':
      return toText('We did not understand that. Reply YES, DONE, SNOOZE 30, HELP or STOP.', url)
    case 'help':
      return toText('Ride alerts by text. Msg&data rates may apply. Reply STOP to stop. More:', url)
    default:
      return to satisfies never
  }
}

/** `Walkon: Texts are on. Short now: TRON 5 min, Big Thunder 10 min and 9 more. https://…` */
function toShortNow(rides: ShortRide[], url: string): string {
  const [begin, end] = [`${NAME}Texts are on. Short now: `, `. ${url}`]
  const alphabet = alphabetOf(rides.map(({ rideName }) => oneLine(rideName)).join(' '))
  const places = alphabet.places - alphabet.lengthOf(begin + end)
  return `${begin}${toRides(rides, places, toShortWords, alphabet)}${end}`
}

const toShortWords = ({ rideName, waitMinutes }: ShortRide): string =>
  `${oneLine(rideName)} ${waitMinutes === 0 ? 'walk on' : `${waitMinutes} min`}`

/** Our name, these words and the link. Words that are too long are shortened. */
export function toText(words: string, url: string): string {
  const { places, lengthOf, write } = alphabetOf(words)
  return `${NAME}${shorten(write(words), places - lengthOf(`${NAME} ${url}`), lengthOf)} ${url}`
}
