import { foldName, toSearchWords } from '@walkon/contracts/folded-name'
import { foldText } from './folded-text.ts'

/** A name as it looks, for comparisons: as `foldName`, and with look-alikes of other alphabets (Cyrillic `Ѕрасе`) as the Latin word that is seen. */
export const foldSeenName = (name: string): string => foldName(name.replaceAll(WORD, toSeenWord))

const WORD = /[\p{L}\p{M}]+/gu
const toSeenWord = (word: string): string => {
  const { folded } = foldText(word)
  return /\P{Script=Latin}/u.test(word) && /^[a-z]+$/.test(folded) ? folded : word
}

/** The words of a query, each in the spellings of which a name holds one. The beginning of a Cyrillic word may look Latin, and the word not. */
export const toSeenSearchWords = (query: string): string[][] =>
  toSearchWords(query).map((word) => [...new Set([word, foldSeenName(word)])])
