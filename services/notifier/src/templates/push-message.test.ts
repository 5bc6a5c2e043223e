import { pushPayload } from '@walkon/contracts/http/push'
import { expect, test } from 'vitest'
import { anAlert, someAlerts } from '../testing/notifier.ts'
import { aLetter, CODE, TOKEN } from '../testing/letters.ts'
import { toAlertPush, toLetterPush } from './push-message.ts'

const OBSERVED_AT = '2026-04-14T13:08:00Z'

function write(alerts: Parameters<typeof anAlert>[0][]) {
  const {
    email: _,
    recipients: __,
    ...content
  } = someAlerts({
    observedAt: OBSERVED_AT,
    parkName: 'Magic Kingdom Park',
    alerts: alerts.map((alert) => anAlert(alert)),
  })
  return toAlertPush({ kind: 'ride-alerts', ...content, alerts: alerts.map((alert) => anAlert(alert)) })
}

test('one ride is named with its wait, its park, when it was read in park time, and its usual wait where it is below', () => {
  expect(write([{}])).toMatchObject({
    title: 'Space Mountain: 10 min',
    body: 'Magic Kingdom Park, 9:08 am. Usually 55.',
    actions: ['done', 'snooze'],
  })
  expect(write([{ waitMinutes: 0 }]).title).toBe('Space Mountain: walk on')
  expect(write([{ kind: 'reopened', waitMinutes: null }])).toMatchObject({
    title: 'Space Mountain has reopened',
    body: 'Magic Kingdom Park, 9:08 am.',
  })
})

test('of several rides the title names the one furthest below its usual wait, and the body the others, shortest first', () => {
  const rides = [{ waitMinutes: 15 }, { rideName: 'Dumbo', waitMinutes: 5, usualMinutes: 20 }]

  expect(write(rides)).toMatchObject({
    title: 'Space Mountain: 15 min, and 1 more',
    body: 'Dumbo: 5 min, at Magic Kingdom Park, read 9:08 am.',
  })
  const reopened = { kind: 'reopened', waitMinutes: null, rideName: 'Peter Pan' } as const
  expect(write([...rides, reopened])).toMatchObject({
    title: 'Space Mountain: 15 min, and 2 more',
    body: 'Dumbo: 5 min, Peter Pan has reopened, at Magic Kingdom Park, read 9:08 am.',
  })
  expect(write([reopened, reopened]).title).toBe('Peter Pan has reopened, and 1 more')
})

test('a click opens the first ride on a path of our own site', () => {
  const { url } = write([{ rideId: '2aedc657-1ee2-4545-a1ce-14753f28cc66' }])

  expect(url).toMatch(/^\/live-wait-times\?park=[\w-]+&ride=2aedc657-1ee2-4545-a1ce-14753f28cc66$/)
  expect(pushPayload.shape.url.safeParse(url).success).toBe(true)
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1'])
    expect(pushPayload.shape.url.safeParse(elsewhere).success).toBe(false)
})

test('names as long as a feed can make them stay within what a phone shows and a push service takes', () => {
  const long = Array.from({ length: 40 }, () => ({ rideName: 'Ünïcödé '.repeat(60) }))
  for (const { title, body } of [write(long), write(long.slice(0, 1))]) {
    expect(title.length).toBeLessThanOrEqual(120)
    expect(body.length).toBeLessThanOrEqual(300)
    expect(Buffer.byteLength(title + body)).toBeLessThan(2_000)
  }
  expect(write(long).body).toMatch(/…: 10 min and 38 more, at Magic Kingdom Park, read 9:08 am\.$/)
})

test('a letter shows neither its code nor its link', () => {
  expect(JSON.stringify(toLetterPush(aLetter()))).not.toMatch(new RegExp(`${CODE}|${TOKEN}`))
})
