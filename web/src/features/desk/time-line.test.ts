import { expect, test } from 'vitest'
import { aVisitor, change, COVERED, minutes } from '../../test/desk-questions.ts'
import { toTimeLine } from './time-line.ts'

test('rides that were chosen alike at once are one entry, and one that was chosen otherwise is its own', () => {
  const off = (rideName: string) => ({
    ...change('ride', -10, { active: true, thresholdMinutes: 15 }, { active: false }),
    rideName,
  })
  const visitorChanges = [
    off('Space Mountain'),
    off('Jungle Cruise'),
    { ...off('Haunted Mansion'), after: { active: true, thresholdMinutes: 30 } },
  ]
  expect(toTimeLine(aVisitor({ ...COVERED, visitorChanges }, {}))).toEqual([
    {
      at: minutes(-10),
      kind: 'change',
      what: 'Choice of a ride: on, 15 min to off',
      thing: 'Space Mountain and 1 more',
      ref: 'sub',
    },
    expect.objectContaining({ what: 'Choice of a ride: on, 15 min to on, 30 min', thing: 'Haunted Mansion' }),
  ])
})
