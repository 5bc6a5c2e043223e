import type { IncomingText } from './incoming-text.ts'

/** What a visitor says by answering a text. */
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
const START = ['START', 'UNSTOP']
const HELP = ['HELP', 'INFO']

/**
 * What a text says. Twilio's own reading of it comes first, because an account can have words of its own (Advanced Opt-Out); YES
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

/** Case, spaces around the word and a mark behind it make no difference. */
function readText(text: string): ReplyCommand | null {
  const words = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()
  if (STOP.includes(words)) return { kind: 'stop' }
  if (START.includes(words)) return { kind: 'start' }
  if (HELP.includes(words)) return { kind: 'help' }
  if (words === 'YES') return { kind: 'yes' }
  if (words === 'DONE') return { kind: 'done' }
  const snooze = /^SNOOZE(?: (\d{1,4}))?$/.exec(words)
  if (!snooze) return null
  const minutes = snooze[1] === undefined ? SNOOZE_MINUTES : Number(snooze[1])
  return { kind: 'snooze', minutes: Math.min(Math.max(minutes, 1), MOST_SNOOZE_MINUTES) }
}
