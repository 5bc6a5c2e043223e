import type { NumberWay } from '@walkon/contracts/http/ways'
import { expect, test } from 'vitest'
import { anEmailWay } from '../../test/manage-page.ts'
import { pollMs } from './queries.ts'

const aNumber: NumberWay = {
  channel: 'sms',
  number: '••• 0123',
  state: 'confirmed',
  isTested: true,
  lastTest: null,
}
const queued = { state: 'queued', reason: null, requestedAt: '2026-04-14T18:41:00Z' } as const

test.for([
  ['by email', { email: anEmailWay({ lastTest: queued }), numbers: [aNumber] }],
  ['by text', { email: anEmailWay(), numbers: [aNumber, { ...aNumber, lastTest: queued }] }],
] as const)('a test %s that is on its way is asked about every two seconds', ([, { email, numbers }]) => {
  expect(pollMs({ email, numbers: [...numbers] })).toBe(2_000)
})

test('a number that has not answered is asked about every quarter of a minute', () => {
  expect(pollMs({ email: anEmailWay(), numbers: [{ ...aNumber, state: 'waiting-for-yes' }] })).toBe(15_000)
})

test('ways that wait for nothing are not asked about again', () => {
  expect(pollMs({ email: anEmailWay(), numbers: [aNumber] })).toBe(false)
})
