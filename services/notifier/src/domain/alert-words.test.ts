import { expect, test } from 'vitest'
import { inReadingOrder, toMessage, toSubject, type AlertWords } from './alert-words.ts'

const short = (rideName: string, waitMinutes: number): AlertWords => ({
  kind: 'short-wait',
  rideName,
  waitMinutes,
})
const reopened = (rideName: string, waitMinutes: number | null = null): AlertWords => ({
  kind: 'reopened',
  rideName,
  waitMinutes,
})

const subjects: [string, AlertWords[]][] = [
  ['Space Mountain is 10 min', [short('Space Mountain', 10)]],
  ['Space Mountain is 10 min, and 1 more ride is short', [short('Space Mountain', 10), short('Dumbo', 15)]],
  [
    'Space Mountain is 10 min, and 2 more rides are short',
    [short('Space Mountain', 10), short('Dumbo', 15), short('Tron', 15)],
  ],
  ['Space Mountain has reopened', [reopened('Space Mountain')]],
  [
    'Space Mountain has reopened, and 1 more ride has reopened',
    [reopened('Space Mountain'), reopened('Dumbo')],
  ],
  [
    'Space Mountain is 10 min, and 2 more rides are short or open again',
    [short('Space Mountain', 10), short('Dumbo', 15), reopened('Tron')],
  ],
]

test.for(subjects)('the subject is “%s”', ([subject, alerts]) => {
  expect(toSubject(alerts)).toBe(subject)
})

test('short waits come first, shortest of all first, then what has reopened', () => {
  const alerts = [
    reopened('Dumbo', 5),
    short('Tron', 15),
    reopened('Haunted Mansion'),
    short('Space Mountain', 10),
  ]
  expect(inReadingOrder(alerts).map(({ rideName }) => rideName)).toEqual([
    'Space Mountain',
    'Tron',
    'Dumbo',
    'Haunted Mansion',
  ])
})

test('among equal waits the most wanted ride comes first', () => {
  const alerts = [
    short('Carousel', 5),
    { ...short('Tron', 5), popularity: 80 },
    { ...short('Dumbo', 5), popularity: 20 },
  ]
  expect(inReadingOrder(alerts).map(({ rideName }) => rideName)).toEqual(['Tron', 'Dumbo', 'Carousel'])
})

test('a wait of nothing is a walk-on', () => {
  expect(toMessage(short('Dumbo', 0))).toBe('Dumbo is a walk-on')
})
