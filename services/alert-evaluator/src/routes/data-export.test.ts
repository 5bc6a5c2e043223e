import type { DataExport } from '@walkon/contracts/http/data-export'
import { linkHeaders } from '@walkon/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aReading,
  catalogOf,
  createTestEvaluator,
  passIdOf,
} from '../testing/evaluator.ts'

const { accounts, app, close, hear } = await createTestEvaluator()
const ADA = 'ada@example.com'
const park = aPark(1)
const pass = aPass(park, { email: ADA })
const plan = aPlan({ email: ADA })

beforeAll(async () => {
  await hear([catalogOf(park)])
  await hear([pass])
  await hear([plan])
  await hear([aReading(park, 5)])
})
afterAll(close)

const exportFor = (headers: Record<string, string> = {}) => app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: the export has everything stored under the account’s address', async () => {
    const response = await exportFor(accounts.headersFor({ email: ADA }))

    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const rideId = park.attractions[0]?.rideId
    expect(response.json()).toMatchObject({
      subscriptions: [{ email: ADA, parkId: park.parkId, parkName: park.name, active: true }],
      watches: [{ rideId, rideName: 'Ride 1', thresholdMinutes: 15, active: true }],
      passes: [{ id: passIdOf(pass), channel: 'email', address: ADA }],
      passWindows: [{ passId: passIdOf(pass), date: '2026-07-01' }],
      plans: [{ email: ADA, version: 1 }],
      alerts: [{ rideId, rideName: 'Ride 1', kind: 'short-wait', waitMinutes: 5 }],
    })
  })

  test('200: the export of another account has none of it', async () => {
    const response = await exportFor(accounts.headersFor({ email: 'oscar@example.com' }))

    expect(Object.values(response.json<DataExport>()).flat()).toEqual([])
  })

  test('200: a number that was ordered in the name of the address has its last digits', async () => {
    const texts = { channel: 'sms', address: '+14075550199' } as const
    await hear([aPass(park, { email: ADA, recipient: texts })])

    const { body } = await exportFor(accounts.headersFor({ email: ADA }))

    expect(JSON.parse(body)['passes']).toContainEqual(
      expect.objectContaining({ channel: 'sms', address: '••• 0199' }),
    )
    expect(body).not.toContain(texts.address)
  })

  test('401: the export refuses a request without a token, and the link of a mail', async () => {
    const headers = await linkHeaders(ADA)

    expect((await app.inject({ url: '/subscriptions', headers })).statusCode).toBe(200)
    expect((await exportFor()).statusCode).toBe(401)
    expect((await exportFor(headers)).statusCode).toBe(401)
  })
})
