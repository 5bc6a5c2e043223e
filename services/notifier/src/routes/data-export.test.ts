import type { DataExport } from '@walkon/contracts/http/data-export'
import { linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { hashAddress } from '@walkon/service/address-hash'
import { aLetter, CODE, TOKEN } from '../testing/letters.ts'
import { anAlert, anAlertEvent, createTestNotifier } from '../testing/notifier.ts'
import { aPlan } from '../testing/plan-texts.ts'
import { SETTINGS } from '../testing/settings.ts'

const { app, accounts, db, hear, confirmNumbers, request, suppress, close } = await createTestNotifier()
const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'
const PHONE = '+14075550123'

beforeAll(async () => {
  const recipients = [
    { channel: 'email' as const, address: ADA },
    { channel: 'sms' as const, address: PHONE },
  ]
  const event = anAlertEvent({ email: ADA, recipients, alerts: [anAlert({ waitMinutes: 5 })] })
  await confirmNumbers([event])
  await hear([event])
  await request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: ADA },
    notification: aLetter(),
    expiresAt: '2099-01-01T00:00:00Z',
  })
  await suppress(
    { channel: 'email', addressHash: hashAddress(ADA), reason: 'unsubscribed', scope: 'alerts' },
    { channel: 'sms', addressHash: hashAddress(PHONE), reason: 'invalid', scope: 'all' },
  )
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = SETTINGS
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  await app.inject({ method: 'POST', url: '/webhooks/postmark', headers: { authorization }, payload: BOUNCE })
})
afterAll(close)

const BOUNCE = {
  RecordType: 'Bounce',
  Type: 'SoftBounce',
  MessageID: 'm1',
  Email: ADA,
  Content: `It said https://walkon.example/auth/confirm?token=${TOKEN}`,
}

const exportFor = (headers: Record<string, string> = {}) => app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: the export has every message and alert with what became of it, and what is not sent any more', async () => {
    const response = await exportFor(accounts.headersFor({ email: ADA }))

    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const { deliveries, alerts, consents, suppressions, providerEvents } = response.json<DataExport>()
    expect(providerEvents).toMatchObject([{ provider: 'postmark', appliedAt: null }])
    expect(deliveries?.map(({ about, address, state, reason }) => [about, address, state, reason])).toEqual(
      expect.arrayContaining([
        ['alert', ADA, 'suppressed', 'unsubscribed'],
        ['alert', '••• 0123', 'suppressed', 'invalid'],
        ['notification', ADA, 'queued', null],
      ]),
    )
    expect(deliveries).toHaveLength(3)
    expect(consents).toMatchObject([{ number: '••• 0123', email: ADA, version: '1' }])
    expect(alerts).toMatchObject([
      { rideName: 'Space Mountain', waitMinutes: 5 },
      { rideName: 'Space Mountain' },
    ])
    expect(suppressions?.map(({ channel, reason }) => [channel, reason]).toSorted()).toEqual([
      ['email', 'unsubscribed'],
      ['sms', 'invalid'],
    ])
  })

  test('200: the export has no hash, no link and no code', async () => {
    const { body } = await exportFor(accounts.headersFor({ email: ADA }))

    expect(body).not.toMatch(new RegExp(`hash|${TOKEN}|${CODE}`, 'i'))
    expect(body).not.toContain(hashAddress(ADA))
  })

  test('200: the export of another account has none of it, even if an alert went to that address', async () => {
    const recipients = [{ channel: 'email' as const, address: OUTSIDER }]
    await hear([anAlertEvent({ email: 'someone@example.com', recipients })])

    const response = await exportFor(accounts.headersFor({ email: OUTSIDER }))

    expect(Object.values(response.json<DataExport>()).flat()).toEqual([])
  })

  test('200: a number that the account chose is whole, and one that an order named has its last digits', async () => {
    const [email, chosen, named] = ['carol@example.com', '+14075550177', '+14075550188']
    await hear([aPlan({ email })])
    const headers = accounts.headersFor({ email })
    const payload = { phone: chosen, consentVersion: SMS_CONSENT.version }
    await app.inject({ method: 'PUT', url: '/plan-texts', headers, payload })
    const ordered = anAlertEvent({ email, recipients: [{ channel: 'sms', address: named }] })
    await confirmNumbers([ordered])

    const { body } = await exportFor(headers)

    expect(JSON.parse(body)['planNumbers']).toMatchObject([{ number: chosen }])
    expect(JSON.parse(body)['consents']).toContainEqual(expect.objectContaining({ number: '••• 0188' }))
    expect(body).not.toContain(named)
  })

  test('200: an address that the account entered for the newsletter is not in its export, whatever its owner said', async () => {
    const headers = accounts.headersFor({ email: ADA, userId: randomUUID() })
    await app.inject({ method: 'POST', url: '/newsletter', headers, payload: { email: OUTSIDER } })
    const before = await exportFor(headers)
    await db.execute(sql`update newsletter_subscribers set confirmed_at = now()`)

    expect((await exportFor(headers)).body).toBe(before.body)
    expect(before.json()).toMatchObject({ newsletter: [] })
  })

  test('401: the export is refused without a token, and with the link of a mail', async () => {
    const headers = await linkHeaders(ADA)

    expect((await app.inject({ url: '/history', headers })).statusCode).toBe(200)
    expect((await exportFor()).statusCode).toBe(401)
    expect((await exportFor(headers)).statusCode).toBe(401)
  })
})
