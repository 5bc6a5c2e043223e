import { toLine } from '@walkon/contracts/plain-text'
import { isOpenName } from '@walkon/contracts/public-name'
import { foldText } from './folded-text.ts'
import { maskProfanity } from './profanity.ts'

/** Returns the name under a review. Null, for "Anonymous", if the name is an address, a link, or passes for us. */
export function toSignature(name: string | null): string | null {
  const line = toLine(name ?? '')
  return line !== '' && readingsOf(line).every(isOpenName) ? maskProfanity(line) : null
}

/** As it is written, as a reader takes letters of other alphabets, and as one takes digits and signs among letters (`M0derator`, `Wa1kon`). */
function readingsOf(line: string): string[] {
  const { folded } = foldText(line)
  // Without its points: `50.00` is no link.
  const plain = folded.replaceAll('.', ' ')
  return [
    line,
    folded,
    ...['i', 'l'].map((one) => plain.replaceAll(/[0134578$!|]/g, (sign) => LETTERS[sign] ?? one)),
  ]
}

/** `1`, `!` and `|` may be two letters. */
const LETTERS: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', $: 's' }
