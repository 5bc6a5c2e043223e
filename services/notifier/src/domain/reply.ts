/** What a visitor says by answering a text. */
export type ReplyCommand =
  | { kind: 'yes' }
  | { kind: 'stop' }
  | { kind: 'start' }
  | { kind: 'done' }
  | { kind: 'snooze'; minutes: number }

const SNOOZE_MINUTES = 30
const MOST_SNOOZE_MINUTES = 24 * 60

/** Twilio's own words for STOP and START. HELP is answered by Twilio and means nothing to us. */
const STOP = ['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'STOPALL', 'REVOKE', 'OPTOUT', 'CANCEL']
const START = ['START', 'UNSTOP']

/** Null for anything else. Case, spaces around the word and a mark behind it make no difference. */
export function toReplyCommand(text: string): ReplyCommand | null {
  const words = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()
  if (STOP.includes(words)) return { kind: 'stop' }
  if (START.includes(words)) return { kind: 'start' }
  if (words === 'YES') return { kind: 'yes' }
  if (words === 'DONE') return { kind: 'done' }
  const snooze = /^SNOOZE(?: (\d{1,4}))?$/.exec(words)
  if (!snooze) return null
  const minutes = snooze[1] === undefined ? SNOOZE_MINUTES : Number(snooze[1])
  return { kind: 'snooze', minutes: Math.min(Math.max(minutes, 1), MOST_SNOOZE_MINUTES) }
}
