import { describe, expect, test } from 'vitest'
import { gsm7Length, SEGMENT_LENGTH, toGsm7 } from '../domain/text-segment.ts'
import type { DeliveryContent, RideAlerts } from '../domain/content.ts'
import { aLetter } from '../testing/letters.ts'
import { anAlert, someAlerts } from '../testing/notifier.ts'
import { writeMail, writeText } from './words.ts'

const URL = 'https://walkon.example/t/AbCdEf_12-34'
const setting = { url: URL }

function alerts(...rides: [name: string, waitMinutes: number][]): RideAlerts {
  const {
    email: _,
    recipients: __,
    ...data
  } = someAlerts({
    alerts: rides.map(([rideName, waitMinutes]) => anAlert({ rideName, waitMinutes })),
  })
  return { kind: 'ride-alerts', ...data }
}

test('a text names the ride furthest below its usual wait first, and those that are as short as always last', () => {
  const rides = alerts(['Country Bears', 5], ['Dumbo', 10], ['Tron', 15])
  const usual = [5, 15, 70]
  const judged = rides.alerts.map((alert, at) => ({ ...alert, usualMinutes: usual[at] ?? null }))
  expect(writeText({ ...rides, alerts: judged }, setting)).toContain(
    'Tron is 15 min, Dumbo is 10 min and Country Bears is 5 min.',
  )
})

test('a text names every ride that fits, with what can be answered and the link', () => {
  expect(writeText(alerts(['Space Mountain', 10], ['Haunted Mansion', 5]), setting)).toBe(
    `Walkon: Haunted Mansion is 5 min and Space Mountain is 10 min. Reply DONE, SNOOZE 30 or STOP. ${URL}`,
  )
})

test('rides that do not fit are counted', () => {
  const rides = [
    'Space Mountain',
    'Haunted Mansion',
    'Big Thunder Mountain Railroad',
    'Jungle Cruise',
    'Pirates',
  ]
  const text = writeText(alerts(...rides.map((name, at): [string, number] => [name, at + 5])), setting)
  expect(text).toContain('Space Mountain is 5 min, Haunted Mansion is 6 min and 3 more.')
})

test('a ride whose name is too long is named by its first words', () => {
  const name = 'Millennium Falcon: Smugglers Run with a Queue Story That Never Ends and Then Goes On for Long'
  expect(writeText(alerts([name, 10]), setting)).toBe(
    `Walkon: Millennium Falcon: Smugglers Run with a Queue Story That Never Ends... is 10 min. Reply DONE, SNOOZE 30 or STOP. ${URL}`,
  )
})

test('a ride whose name has no Latin letter is named in its own', () => {
  expect(writeText(alerts(['美女と野獣 “魔法のものがたり”', 10]), setting)).toBe(
    `Walkon: 美女と野獣 “魔法のものがたり” is 10 min. Reply DONE, SNOOZE 30 or STOP. ${URL}`,
  )
  expect(writeText({ kind: 'reply-answer', to: { kind: 'done', rides: ['Колесо'] } }, setting)).toContain(
    'Колесо',
  )
})

test.for(['美'.repeat(200), 'Колесо обозрения '.repeat(20)])(
  'a text in another alphabet is two segments at most',
  (name) => {
    const text = writeText(alerts([name, 10], ['Other', 20]), setting)
    expect(text.length).toBeLessThanOrEqual(134)
    expect(text).toContain(name.slice(0, 6))
  },
)

const contents: [what: string, content: DeliveryContent][] = [
  ['one ride', alerts(['Space Mountain', 10])],
  [
    'thirty rides',
    alerts(...Array.from({ length: 30 }, (_, at): [string, number] => [`Ride ${'x'.repeat(at)}`, at + 1])),
  ],
  ['an endless name', alerts(['é’🎢'.repeat(80), 10], ['Other', 20])],
  ['a letter', aLetter({ shortText: 'x '.repeat(79) })],
  ['a letter with a code', aLetter()],
  ['the question', { kind: 'number-question', isReminder: false }],
  ['the reminder', { kind: 'number-question', isReminder: true }],
  [
    'the question of a shared number',
    { kind: 'number-question', isReminder: false, about: `a***@${'long-'.repeat(30)}.example` },
  ],
  ['the answer to YES', { kind: 'reply-answer', to: { kind: 'yes' } }],
  [
    'the answer to YES with many rides',
    {
      kind: 'reply-answer',
      to: {
        kind: 'yes',
        short: Array.from({ length: 30 }, (_, at) => ({
          rideName: `Ride ${'x'.repeat(at)}`,
          waitMinutes: at,
        })),
      },
    },
  ],
  ['the answer to DONE', { kind: 'reply-answer', to: { kind: 'done', rides: ['y'.repeat(200), 'z'] } }],
  ['the answer to what was not understood', { kind: 'reply-answer', to: { kind: 'unclear' } }],
  ['the answer to SNOOZE', { kind: 'reply-answer', to: { kind: 'snooze', minutes: 30 } }],
]
describe.for(contents)('a text of %s', ([, content]) => {
  test.for(['https://walkon.example', 'https://a-much-longer-name.of-a-site.example:8443'])(
    'stays one segment of the GSM alphabet and ends with its link at %s',
    (site) => {
      const url = `${site}/t/AbCdEf_12-34`
      const text = writeText(content, { url })
      expect(gsm7Length(text)).toBeLessThanOrEqual(SEGMENT_LENGTH)
      expect(toGsm7(text)).toBe(text)
      expect(text.endsWith(` ${url}`)).toBe(true)
    },
  )
})

test('the answer to YES names what is short now in the order of the alerts, and counts the rest', () => {
  const short = [
    { rideName: 'TRON Lightcycle / Run', waitMinutes: 5 },
    { rideName: 'Big Thunder Mountain Railroad', waitMinutes: 10 },
    { rideName: 'Haunted Mansion', waitMinutes: 15 },
  ]
  expect(writeText({ kind: 'reply-answer', to: { kind: 'yes', short } }, setting)).toBe(
    `Walkon: Texts are on. Short now: TRON Lightcycle / Run 5 min, Big Thunder Mountain Railroad 10 min and 1 more. ${URL}`,
  )
})

test.for([
  [1, '1 minute'],
  [30, '30 minutes'],
] as const)('the answer to SNOOZE %i says %s', ([minutes, words]) => {
  const content = { kind: 'reply-answer', to: { kind: 'snooze', minutes } } as const
  expect(writeText(content, { url: 'https://walkon.example/t/a' })).toContain(`No alerts for ${words}. `)
})

test('the question says who asks, what it costs, and how to get help and to stop', () => {
  expect(writeText({ kind: 'number-question', isReminder: false }, setting)).toBe(
    `Walkon: Reply YES to get ride alerts by text. Msg&data rates may apply. HELP for help, STOP to stop. ${URL}`,
  )
})

test('the question of a number that was asked about two visitors says whose alerts it is about', () => {
  const content = { kind: 'number-question', isReminder: false, about: 'b***@example.com' } as const
  expect(writeText(content, setting)).toBe(
    `Walkon: Reply YES for b***@example.com alerts. Msg&data rates may apply. HELP for help, STOP to stop. ${URL}`,
  )
})

test('a number is not asked by mail', () => {
  expect(() => writeMail({ kind: 'number-question', isReminder: false }, {} as never)).toThrow(
    'has no words on this channel',
  )
})
