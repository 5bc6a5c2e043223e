import { expect, test } from 'vitest'
import { inTellingOrder, toMessage, toSubject, type JudgedAlert } from './alert-words.ts'

const short = (rideName: string, waitMinutes: number): JudgedAlert => ({
  kind: 'short-wait',
  rideName,
  waitMinutes,
  usualMinutes: null,
})
const reopened = (rideName: string, waitMinutes: number | null = null): JudgedAlert => ({
  kind: 'reopened',
  rideName,
  waitMinutes,
  usualMinutes: null,
})

const done = (rideName: string): JudgedAlert => ({ ...reopened(rideName), kind: 'probably-done' })

const subjects: [string, JudgedAlert[]][] = [
  ['Space Mountain is 10 min', [short('Space Mountain', 10)]],
  ['Space Mountain is 10 min, and 1 more ride is short', [short('Space Mountain', 10), short('Dumbo', 15)]],
  [
    'Space Mountain is 10 min, and 2 more rides are short',
    [short('Space Mountain', 10), short('Dumbo', 15), short('Tron', 15)],
  ],
  [
    'Guardians of the Galaxy: Cosmic Rewind is 15 min, and 2 more',
    [short('Guardians of the Galaxy: Cosmic Rewind', 15), short('Dumbo', 15), short('Tron', 15)],
  ],
  ['Space Mountain has reopened', [reopened('Space Mountain')]],
  [
    'Space Mountain has reopened, and 1 more ride has reopened',
    [reopened('Space Mountain'), reopened('Dumbo')],
  ],
  ['Test Track is probably done for today', [done('Test Track')]],
  [
    'Test Track is probably done for today, and 2 more rides are too',
    [done('Test Track'), done('Dumbo'), done('Tron')],
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
  expect(inTellingOrder(alerts).map(({ rideName }) => rideName)).toEqual([
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
  expect(inTellingOrder(alerts).map(({ rideName }) => rideName)).toEqual(['Tron', 'Dumbo', 'Carousel'])
})

const named = (alerts: JudgedAlert[]) => inTellingOrder(alerts).map(({ rideName }) => rideName)
const usually = (alert: JudgedAlert, usualMinutes: number): JudgedAlert => ({ ...alert, usualMinutes })

test('the wait furthest below its usual one leads, news follows shortest first, and what is as short as always comes last', () => {
  expect(
    named([
      usually(short('Carousel', 5), 5),
      short('New Ride', 15),
      usually(short('Dumbo', 10), 25),
      usually(short('Tron', 15), 70),
      reopened('Peter Pan'),
    ]),
  ).toEqual(['Tron', 'Dumbo', 'New Ride', 'Peter Pan', 'Carousel'])
})

test('where no usual wait is known the most wanted ride leads, however short a show is', () => {
  const alerts = [
    { ...short('Country Bears', 5), popularity: 12 },
    { ...short('Hall of Presidents', 10), popularity: 15 },
    { ...short('Space Mountain', 15), popularity: 60 },
  ]
  expect(named(alerts)).toEqual(['Space Mountain', 'Country Bears', 'Hall of Presidents'])
})

test('a ride at or above its usual wait never leads while another is below it', () => {
  const show = { ...usually(short('Country Bears', 5), 5), popularity: 90 }
  expect(named([show, usually(short('Dumbo', 15), 20)])).toEqual(['Dumbo', 'Country Bears'])
  expect(named([usually(short('Carousel', 10), 5), show])).toEqual(['Country Bears', 'Carousel'])
})

test('a wait of nothing is a walk-on', () => {
  expect(toMessage(short('Dumbo', 0))).toBe('Dumbo is a walk-on')
})
