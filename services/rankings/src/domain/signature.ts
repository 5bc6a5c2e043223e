import { toLine } from '@walkon/contracts/plain-text'
import { isOpenName } from '@walkon/contracts/public-name'
import { foldText } from './folded-text.ts'
import { maskProfanity } from './profanity.ts'

/** Returns the name under a review. Null, for "Anonymous", if the name is an address, a link, or passes for us. */
export function toSignature(name: string | null): string | null {
  const line = toLine(name ?? '')
  // Judged as a reader takes the letters, too: a Cyrillic o in `Walkon` looks like a Latin one.
  return line !== '' && isOpenName(line) && isOpenName(foldText(line).folded) ? maskProfanity(line) : null
}
