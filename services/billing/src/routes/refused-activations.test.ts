import type { NewActivation } from '@walkon/contracts/http/activations'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({
  PROMO_GUESSES_PER_CLIENT: '1000',
  ACTIVATION_MAILS_PER_CLIENT: '1000',
})
const { activate, clock } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const refusals: { name: string; body: Partial<NewActivation>; status: number; code: string }[] = [
  {
    name: 'a park that does not exist is refused',
    body: { parkId: randomUUID() },
    status: 404,
    code: 'park-not-found',
  },
  {
    name: 'a promo code that does not exist is refused',
    body: { promoCode: 'NOSUCH' },
    status: 404,
    code: 'invalid-promo-code',
  },
  {
    name: 'a promo code for text messages is refused for email alerts',
    body: { promoCode: 'SMSFREE' },
    status: 409,
    code: 'promo-code-wrong-channel',
  },
  {
    name: 'a day that is over at the park is refused',
    body: { dates: [TODAY, '2026-06-30'] },
    status: 422,
    code: 'date-in-past',
  },
  {
    name: 'a day more than 365 days ahead is refused',
    body: { dates: ['2027-07-02'] },
    status: 422,
    code: 'date-too-far',
  },
  {
    name: 'a date that does not exist is refused',
    body: { dates: ['2026-02-30'] },
    status: 400,
    code: 'invalid-request',
  },
  { name: 'an order without a day is refused', body: { dates: [] }, status: 400, code: 'invalid-request' },
  {
    name: 'text that is no email address is refused',
    body: { email: 'visitor' },
    status: 400,
    code: 'invalid-request',
  },
  {
    name: 'a start time that does not exist is refused',
    body: { startTime: '25:00' },
    status: 400,
    code: 'invalid-request',
  },
]

test.for(refusals)('$status: $name', async ({ body, status, code }) => {
  expect((await activate(body)).json()).toMatchObject({ status, code })
})

test('404: a retired park is refused', async () => {
  const { parkId: retired } = await billing.addPark({ retired: true })

  expect((await activate({ parkId: retired })).json()).toMatchObject({
    status: 404,
    code: 'park-not-found',
  })
})

test('400: a body that is not JSON is refused', async () => {
  const response = await billing.app.inject({
    method: 'POST',
    url: '/activations',
    headers: { 'content-type': 'application/json' },
    payload: '{"email":',
  })

  expect(response.json()).toMatchObject({ status: 400, code: 'invalid-json' })
})

test('202: a day is judged by the calendar of the park, not of the visitor', async () => {
  const { parkId: tokyo } = await billing.addPark({ name: 'Tokyo Disneyland', timezone: 'Asia/Tokyo' })

  const yesterday = await activate({ parkId: tokyo, dates: [TODAY] })
  const today = await activate({ parkId: tokyo, dates: [TOMORROW] })

  expect(yesterday.json()).toMatchObject({ status: 422, code: 'date-in-past' })
  expect(today.statusCode).toBe(202)
})
