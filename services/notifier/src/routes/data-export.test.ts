import type { DataExport } from '@walkon/contracts/http/data-export'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createTestAccounts } from '@walkon/testing/accounts'
import { createTestDatabase } from '@walkon/testing/database'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { migrationsFolder } from '../db/migrations.ts'
import { suppress } from '../db/suppressions.ts'
import {
  anAlert,
  anAlertEvent,
  buildNotifier,
  request,
  SETTINGS,
  TOKEN_KEY,
  trigger,
} from '../testing/notifier.ts'

const { db, drop } = await createTestDatabase('notifier', migrationsFolder)
const { app, handlers } = buildNotifier(db)
const accounts = await createTestAccounts(db, SETTINGS.AUTH_ISSUER)
const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'
const PHONE = '+14075550123'

beforeAll(async () => {
  const recipients = [
    { channel: 'email' as const, address: ADA },
    { channel: 'sms' as const, address: PHONE },
  ]
  await trigger(db, handlers, [
    anAlertEvent({ email: ADA, recipients, alerts: [anAlert({ waitMinutes: 5 })] }),
  ])
  await request(db, handlers, {
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: ADA },
    notification: {
      kind: 'sign-in',
      path: '/auth/confirm?token=secret-of-the-link&type=magiclink',
      code: '123456',
      linkExpiresAt: '2099-01-01T00:00:00Z',
      codeExpiresAt: '2099-01-01T00:00:00Z',
    },
    expiresAt: '2099-01-01T00:00:00Z',
  })
  await db.transaction((tx) =>
    suppress(tx, [
      { channel: 'email', addressHash: hashAddress(ADA), reason: 'unsubscribed' },
      { channel: 'sms', addressHash: hashAddress(PHONE), reason: 'invalid' },
    ]),
  )
})
afterAll(async () => {
  await app.close()
  await drop()
})

const exportFor = (headers: Record<string, string> = {}) => app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: every message and alert with what became of it, and what is not sent any more', async () => {
    const response = await exportFor(accounts.headersFor({ email: ADA }))

    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const { deliveries, alerts, suppressions } = response.json<DataExport>()
    expect(deliveries?.map(({ about, address, state, reason }) => [about, address, state, reason])).toEqual(
      expect.arrayContaining([
        ['alert', ADA, 'suppressed', 'unsubscribed'],
        ['alert', PHONE, 'suppressed', 'invalid'],
        ['notification', ADA, 'queued', null],
      ]),
    )
    expect(deliveries).toHaveLength(3)
    expect(alerts).toMatchObject([
      { rideName: 'Space Mountain', waitMinutes: 5 },
      { rideName: 'Space Mountain' },
    ])
    expect(suppressions?.map(({ channel, reason }) => [channel, reason]).toSorted()).toEqual([
      ['email', 'unsubscribed'],
      ['sms', 'invalid'],
    ])
  })

  test('200: no hash, no link and no code is in it', async () => {
    const { body } = await exportFor(accounts.headersFor({ email: ADA }))

    expect(body).not.toMatch(/hash|secret-of-the-link|123456/i)
    expect(body).not.toContain(hashAddress(ADA))
  })

  test('200: nothing of it for somebody else, even if an alert of theirs went there', async () => {
    const recipients = [{ channel: 'email' as const, address: OUTSIDER }]
    await trigger(db, handlers, [anAlertEvent({ email: 'someone@example.com', recipients })])

    const response = await exportFor(accounts.headersFor({ email: OUTSIDER }))

    expect(Object.values(response.json<DataExport>()).flat()).toEqual([])
  })

  test('401: without a token, and with the link of a mail', async () => {
    const links = createSealedTokens('manage', [new Uint8Array(Buffer.from(TOKEN_KEY, 'base64url'))])
    const link = await links.seal(ADA, { expiresInSeconds: 60, now: new Date() })
    const authorization = `Bearer ${link}`

    expect((await app.inject({ url: '/history', headers: { authorization } })).statusCode).toBe(200)
    expect((await exportFor()).statusCode).toBe(401)
    expect((await exportFor({ authorization })).statusCode).toBe(401)
  })
})
