import { gsm7Length, SEGMENT_LENGTH, toGsm7 } from './text-segment.ts'

/** How a text is written. One segment of the GSM alphabet, or two of UCS-2 where the words would lose a word to it. */
export type Alphabet = {
  write(text: string): string
  lengthOf(text: string): number
  /** The most units of `lengthOf` in a text. */
  places: number
}

const GSM7: Alphabet = { write: toGsm7, lengthOf: gsm7Length, places: SEGMENT_LENGTH }

/** Two segments of 67 UTF-16 units: a name beside our link does not fit into one of 70. */
const UCS2: Alphabet = {
  write: (text) => text.normalize('NFC'),
  lengthOf: (text) => text.length,
  places: 134,
}

/** The alphabet in which no word is lost: a text always says which ride. */
export const alphabetOf = (words: string): Alphabet => (words.split(/\s+/).some(isLost) ? UCS2 : GSM7)

const LETTER = /\p{L}/u

/** A word with letters of which the GSM alphabet has none, as in Japanese. */
const isLost = (word: string) => LETTER.test(word) && !/[\p{L}\p{N}]/u.test(toGsm7(word))
