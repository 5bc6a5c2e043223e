import { expect, test } from 'vitest'
import { doneWords } from './checklist-row.tsx'

test.for([
  ['at 3 pm, read an hour later', '2026-07-01T19:00:00Z', '2026-07-01T20:00:00Z', 'Done at 3 pm'],
  ['at 11:30 pm, read after midnight', '2026-07-02T03:30:00Z', '2026-07-02T05:00:00Z', 'Done at 11:30 pm'],
  ['at 3 pm, read the next morning', '2026-07-01T19:00:00Z', '2026-07-02T14:00:00Z', 'Done on Wed, Jul 1'],
] as const)('a ride that was done %s names its day where that is another one', ([, at, now, words]) => {
  expect(doneWords(new Date(at), new Date(now), 'America/New_York')).toBe(words)
})
