import { toEntry } from '@walkon/contracts/pasted-text'
import type { IncomingText } from './incoming-text.ts'

/** A command that a visitor gives by answering a text. */
export type ReplyCommand =
  | { kind: 'yes' }
  | { kind: 'stop' }
  | { kind: 'start' }
  | { kind: 'help' }
  | { kind: 'done' }
  | { kind: 'snooze'; minutes: number }

const SNOOZE_MINUTES = 30
const MOST_SNOOZE_MINUTES = 24 * 60

/** Twilio's own words, so that they mean the same whether Twilio or we answer them. */
const STOP = ['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'STOPALL', 'REVOKE', 'OPTOUT', 'CANCEL']
/** Words of people for the same, which Twilio leaves to us. */
const LEAVE = /^(OPT (ME |US )?OUT|REMOVE ME|TAKE ME OFF|UNSUB)\b/
const START = ['START', 'UNSTOP']
const HELP = ['HELP', 'INFO']
const YES = ['YES', 'Y', 'YEP', 'YEAH', 'YUP']
const NO = ['NO', 'N', 'NOPE', 'NAH']

/** Words before the one that counts, and words that add nothing behind a NO or a SNOOZE. */
const POLITE = ['PLEASE', 'PLS', 'PLZ', 'HI', 'HELLO', 'HEY']
const NOTHING_MORE = [...POLITE, 'THANKS', 'THANK', 'THX', 'YOU', 'MORE', 'TEXTS', 'MESSAGES', 'ALERTS']

/** Behind a word that lets texts go out, these leave a doubt. */
const DOUBTS = [
  ...STOP,
  'OPT',
  'REMOVE',
  'UNSUB',
  ...NO,
  'NOT',
  'DON',
  'DONT',
  'NEVER',
  'BUT',
  'SNOOZE',
  'DONE',
  'LATER',
  'WAIT',
  'IF',
]

/**
 * Reads the command of a text. Twilio's own reading of it comes first, because an account can have words of its own (Advanced Opt-Out). YES
 * remains YES, which is both a yes and a START. Null for anything else.
 */
export function toReplyCommand({
  text,
  handledAs,
}: Pick<IncomingText, 'text' | 'handledAs'>): ReplyCommand | null {
  const said = readText(text)
  if (handledAs === null || (handledAs === 'start' && said?.kind === 'yes')) return said
  return { kind: handledAs }
}

/** True if a text is one of the keywords that Twilio answers, and nothing else. */
export function isKeywordAlone(text: string): boolean {
  const [word = '', ...rest] = toWords(text)
  return rest.length === 0 && [...STOP, ...START, ...HELP, 'YES'].includes(word)
}

/** A phone's reaction to a text of ours is a text too: `Liked “Walkon: …”`. Phones quote in the manner of their language. */
export const isReaction = (text: string): boolean => /^[^“"„«]{1,40}[“"„«]\s*Walkon:/u.test(text)

/** Case, marks and invisible characters make no difference. */
const toWords = (text: string): string[] =>
  toEntry(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')

/** The first words decide. In doubt nothing is read that lets texts go out. */
function readText(text: string): ReplyCommand | null {
  if (isReaction(text)) return null
  const words = toWords(text)
  const start = words.findIndex((word) => !POLITE.includes(word))
  const [first = '', ...rest] = start === -1 ? [] : words.slice(start)
  if (STOP.includes(first) || LEAVE.test([first, ...rest].join(' ')))
    return rest.includes('SNOOZE') ? null : { kind: 'stop' }
  if (NO.includes(first) && addsNothing(rest)) return { kind: 'stop' }
  if (HELP.includes(first)) return { kind: 'help' }
  if (first === 'DONE') return { kind: 'done' }
  if (first === 'SNOOZE') return readSnooze(rest)
  if (text.includes('?') || rest.some((word) => DOUBTS.includes(word))) return null
  if (START.includes(first)) return { kind: 'start' }
  return YES.includes(first) ? { kind: 'yes' } : null
}

const addsNothing = (words: string[]) => words.every((word) => NOTHING_MORE.includes(word))

/** `30`, `30 min`, `for 30 minutes`, `1h`, `for an hour`, `half an hour`; null for a time that is not understood. */
function readSnooze(words: string[]): ReplyCommand | null {
  const said = words.filter((word) => word !== 'FOR' && !NOTHING_MORE.includes(word)).join(' ')
  const minutes = toMinutes(said)
  if (minutes === null) return null
  return { kind: 'snooze', minutes: Math.min(Math.max(minutes, 1), MOST_SNOOZE_MINUTES) }
}

function toMinutes(said: string): number | null {
  if (said === '') return SNOOZE_MINUTES
  if (/^(AN|ONE) HOUR$/.test(said)) return 60
  if (/^HALF AN HOUR$/.test(said)) return 30
  const [, count, unit] = /^(\d{1,4}) ?(M|MIN|MINS|MINUTE|MINUTES|H|HR|HRS|HOUR|HOURS)?$/.exec(said) ?? []
  if (count === undefined) return null
  return Number(count) * (unit?.startsWith('H') ? 60 : 1)
}
