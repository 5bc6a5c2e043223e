import type { ToldAlert } from '@walkon/contracts/events/alerts'
import { describe, expect, test } from 'vitest'
import { anAlert, someAlerts } from '../testing/notifier.ts'
import { toAlertMail } from './alert-mail.ts'
import type { Setting } from './mail.ts'

const setting: Setting = {
  site: {
    publicUrl: 'https://walkon.example',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  manageUrl: 'https://walkon.example/manage-alerts?token=m',
  leaving: { list: 'ride-alerts', url: 'https://walkon.example/u/u' },
  stoppedBy: null,
  reference: '7K3F9QPM',
  now: new Date('2026-04-14T18:41:00Z'),
}

const PARK_ID = '75ea578a-adc8-4116-a54d-dccb60765ef9'

function aMail(alerts: ToldAlert[], overrides: Parameters<typeof someAlerts>[0] = {}) {
  const {
    email: _,
    recipients: __,
    ...data
  } = someAlerts({
    parkId: PARK_ID,
    observedAt: '2026-04-14T18:41:00Z',
    nextAlertAt: '2026-04-14T19:41:00Z',
    ...overrides,
  })
  return toAlertMail({ kind: 'ride-alerts', ...data, alerts }, setting)
}

const space = anAlert({
  rideName: 'Space Mountain',
  waitMinutes: 10,
  changedAt: '2026-04-14T18:38:00Z',
  usualMinutes: 55,
})
const pirates = anAlert({
  rideName: 'Pirates of the Caribbean',
  waitMinutes: 15,
  changedAt: '2026-04-14T18:30:00Z',
})

describe.for(['html', 'text'] as const)('the %s version', (version) => {
  const written = () => aMail([pirates, space])[version]
  const body = () =>
    written()
      .replaceAll('&nbsp;', ' ')
      .replace(/&#8217;|'/g, '’')

  test.for([
    ['the park and when it was read', 'Tue, Apr 14, 2:41 pm EDT'],
    ['since when each wait stands', 'since 2:38 pm'],
    ['how to stop for today', 'https://walkon.example/manage-alerts?token=m#pause'],
    ['the visitor’s limit', 'Your limit is 15 min.'],
    ['the usual wait', 'sually 55 at this hour'],
    ['the live board at the ride', `https://walkon.example/live-wait-times?park=${PARK_ID}`],
    ['when the next alert can come', 'We won’t repeat these two before 3:41 pm.'],
    ['the manage link', 'https://walkon.example/manage-alerts?token=m'],
    ['how to unsubscribe', 'https://walkon.example/u/u'],
    [
      'why it comes',
      'You’re getting this because you turned on alerts for Magic Kingdom on April 14 and 16.',
    ],
    ['whose data it is', 'https://themeparks.wiki'],
    ['whom we do not belong to', 'Walkon is not affiliated with the park operators.'],
    ['where we live', '100 Example Street, Orlando, FL 32801'],
  ] as const)('says %s', ([, words]) => {
    expect(body()).toContain(words)
  })

  test('names every ride, shortest first', () => {
    const order = [body().lastIndexOf('Space Mountain'), body().lastIndexOf('Pirates of the Caribbean')]
    expect(order.every((position) => position >= 0)).toBe(true)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })
})

test('of rides with the same wait the most wanted leads, in the subject as in the mail', () => {
  const [carousel, mountain] = [
    anAlert({ rideName: 'Carousel', popularity: 8 }),
    anAlert({ rideName: 'Big Mountain', popularity: 60 }),
  ]
  const { subject, text } = aMail([carousel, mountain])

  expect(subject).toBe('Big Mountain is 10 min, and 1 more ride is short')
  expect(text.lastIndexOf('Big Mountain')).toBeLessThan(text.indexOf('Carousel'))
})

test('the ride furthest below its usual wait leads, and the others follow shortest first', () => {
  const show = anAlert({ rideName: 'Hall of Presidents', waitMinutes: 5, usualMinutes: 10 })
  const { subject, text } = aMail([show, pirates, space])

  expect(subject).toBe('Space Mountain is 10 min, and 2 more rides are short')
  const order = ['Space Mountain', 'Hall of Presidents', 'Pirates'].map((name) => text.lastIndexOf(name))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test.for(['html', 'text'] as const)(
  'rides that are as short as always share one line of the %s version, each by its name',
  (version) => {
    const show = anAlert({ rideName: 'Hall of Presidents', waitMinutes: 10, usualMinutes: 10 })
    const carousel = anAlert({ rideName: 'Carousel', waitMinutes: 5, usualMinutes: 5 })
    const unknown = anAlert({ rideName: 'New Ride', waitMinutes: 15, usualMinutes: null })
    const written = aMail([show, carousel, unknown, space])[version].replaceAll('&nbsp;', ' ')

    expect(written).toContain(
      'Also short, as always at this hour: Carousel (5 min), Hall of Presidents (10 min).',
    )
    expect(written).not.toContain('usually 5 at this hour')
    expect(written.lastIndexOf('New Ride')).toBeLessThan(written.indexOf('Also short, as always'))
  },
)

test('a mail of rides that are all as short as always has the first of them on its plate', () => {
  const { subject, text } = aMail([
    anAlert({ rideName: 'Hall of Presidents', waitMinutes: 10, usualMinutes: 10 }),
    anAlert({ rideName: 'Carousel', waitMinutes: 5, usualMinutes: 5 }),
  ])

  expect(subject).toBe('Carousel is 5 min, and 1 more ride is short')
  expect(text).toContain('Also short, as always at this hour: Hall of Presidents (10 min).')
})

test('the button opens the board at the ride that leads', () => {
  expect(aMail([pirates, space]).text).toContain(`live-wait-times?park=${PARK_ID}&ride=${space.rideId}`)
})

test('from the sixth ride on a name and its wait share one line', () => {
  const alerts = Array.from({ length: 7 }, (_, index) =>
    anAlert({ rideName: `Ride ${index + 1}`, popularity: 7 - index }),
  )
  const { text } = aMail(alerts)

  expect(text).toContain('10 min  Ride 5\n  Short since')
  expect(text).toContain('10 min  Ride 6\n10 min  Ride 7\n')
  expect(text.match(/Short since/g)).toHaveLength(5)
})

test('a limit that all rides have is said once, and limits that differ each with its ride', () => {
  expect(aMail([pirates, space]).text.match(/our limit is/g)).toEqual(['our limit is'])

  const { text } = aMail([pirates, { ...space, thresholdMinutes: 30 }])
  expect(text).toContain('your limit is 30 min')
  expect(text).toContain('your limit is 15 min')
  expect(text).not.toContain('Your limit is')
})

test('a name from the feed cannot become markup', () => {
  const { html } = aMail([anAlert({ rideName: '<script>alert(1)</script>"onload=' })], {
    parkName: '<img src=x>',
  })
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
})

test('a name from the feed cannot add a header to the mail', () => {
  const { subject } = aMail([anAlert({ rideName: 'Space\r\nBcc: everybody@example.com' })])
  expect(subject).toBe('Space Bcc: everybody@example.com is 10 min')
})

test('a reading whose age upstream does not tell is dated by when it was read', () => {
  expect(aMail([anAlert({ changedAt: null })]).text).toContain('Short at 2:41 pm')
})

test('a ride that has reopened without a number says so in words', () => {
  const { subject, html } = aMail([anAlert({ kind: 'reopened', waitMinutes: null })])
  expect(subject).toBe('Space Mountain has reopened')
  expect(html).not.toContain('null')
})

test('a ride that is probably done for today is shown as down, with no call to head over', () => {
  const done = anAlert({ waitMinutes: null, changedAt: null, usualMinutes: null })
  const { subject, html, text } = aMail([{ ...done, kind: 'probably-done' }])
  expect(subject).toBe('Space Mountain is probably done for today')
  expect(html).toContain('Probably done for today')
  expect(text).toContain('Down  Space Mountain')
  expect(text).toContain('If it runs again today, your alerts for it go on.')
  expect(text).not.toMatch(/head over|repeat|your limit/)
})

test('thirty rides are all named, in a mail that is short enough for mail programs to show whole', () => {
  const names = Array.from(
    { length: 30 },
    (_, index) => `Ride ${index} with quite a long name of its own, as some have`,
  )
  const { html, text } = aMail(names.map((rideName) => anAlert({ rideName })))

  expect(names.filter((name) => html.includes(name) && text.includes(name))).toHaveLength(30)
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
})

test('a mail is ASCII, as HTML and as plain text, where no name has another character', () => {
  const { subject, html, text } = aMail([pirates, space])

  expect(`${subject}${html}${text}`.match(/[^\0-\x7f]/g)).toBeNull()
})

test('names keep their apostrophes in plain text', () => {
  const flight = anAlert({ rideName: 'Peter Pan’s Flight', waitMinutes: 10 })

  const { subject, text } = aMail([flight], { parkName: 'Knott’s Berry Farm' })

  expect(subject).toBe('Peter Pan’s Flight is 10 min')
  expect(text).toContain('Peter Pan’s Flight')
  expect(text).toContain(`You're getting this because you turned on alerts for Knott’s Berry Farm`)
})

test('a limit that fits the ride says that the wait is short for it', () => {
  const mail = aMail([anAlert({ waitMinutes: 30, usualMinutes: 45, thresholdMinutes: 30, limit: 'fit' })])
  expect(mail.html).toContain('Short for this ride: usually 45 at this hour. Your limit is 30 min.')
  expect(mail.text).toContain('short for this ride: usually 45 at this hour, your limit is 30 min')
})
