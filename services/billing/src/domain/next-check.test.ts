import { expect, test } from 'vitest'
import { toNextCheck } from './next-check.ts'

const createdAt = new Date('2026-07-14T16:00:00Z')
const expiresAt = new Date('2026-07-14T16:31:00Z')
const at = (time: string) => new Date(`2026-07-14T${time}Z`)

test.each([
  ['at once', '16:00:00', '16:01:00'],
  ['after the first question', '16:01:00', '16:05:00'],
  ['between two questions', '16:06:30', '16:15:00'],
  ['before the end of the page', '16:15:00', '16:32:00'],
  ['when a bank works on the payment after the end', '16:32:00', '17:32:00'],
])('Stripe is asked soon after a page was opened, at its end, and then every hour: %s', (_, now, next) => {
  expect(toNextCheck({ createdAt, expiresAt }, at(now))).toEqual(at(next))
})

test('the next question is never now: a job that asks would not end', () => {
  for (let minute = 0; minute < 120; minute++) {
    const now = new Date(createdAt.getTime() + minute * 60_000)
    expect(toNextCheck({ createdAt, expiresAt }, now).getTime()).toBeGreaterThan(now.getTime())
  }
})
