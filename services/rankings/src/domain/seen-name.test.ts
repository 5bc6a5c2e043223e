import { expect, test } from 'vitest'
import { foldSeenName, toSeenSearchWords } from './seen-name.ts'

test.for([
  ['Space Mountain', 'Ѕрасе Mountain'],
  ['Space Mountain', 'Spаce Моuntain'],
  ['Test Track', 'Τеst Track'],
  ['Frozen Ever After', 'Ｆｒоｚｅｎ Ever After'],
] as const)('“%s” and “%s”, which look alike, are one name', ([plain, alike]) => {
  expect(foldSeenName(alike)).toBe(foldSeenName(plain))
})

test.for([
  ['Кремль', 'кремль'],
  ['Σπίτι', 'σπιτι'],
  ['美女と野獣', '美女と野獣'],
  ['한강', '한강'],
  ['Fußball-Straße', 'fussballstrasse'],
  ['Pêche à la ligne', 'peche a la ligne'],
] as const)('“%s” is a word of its own alphabet, and compared as “%s”', ([name, folded]) => {
  expect(foldSeenName(name).normalize('NFC')).toBe(folded)
})

test('the beginning of a Cyrillic word that looks Latin finds the word, and what it looks like', () => {
  expect(toSeenSearchWords('сор Track')).toEqual([['сор', 'cop'], ['track']])
})
