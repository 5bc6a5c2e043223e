import type { DataExport } from '@walkon/contracts/http/data-export'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createTestAccounts } from '@walkon/testing/accounts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { seedPromoCodes } from '../seed.ts'
import { anAddress, AUTH_ISSUER, createTestBilling, TODAY } from '../testing/billing.ts'

const billing = await createTestBilling()
const accounts = await createTestAccounts(billing.db, AUTH_ISSUER)
const email = anAddress()
let parkId: string
let token: string

beforeAll(async () => {
  await seedPromoCodes(billing.db)
  parkId = (await billing.addPark()).parkId
  await billing.post('/activations', { email, parkId, dates: [TODAY], promoCode: 'FREEDAY' })
  const [link] = await billing.notificationsRequested()
  if (link?.notification.kind !== 'confirm-alerts') throw new Error('No link was sent')
  token = link.notification.token
  await billing.post('/activations/confirm', { token })
})
afterAll(billing.close)

const exportFor = (headers: Record<string, string> = {}) => billing.app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: all that is kept of the account’s address', async () => {
    const response = await exportFor(accounts.headersFor({ email }))

    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toMatchObject({
      orders: [
        {
          email,
          parkId,
          parkName: 'Magic Kingdom',
          dates: [TODAY],
          totalCents: 0,
          promoCode: 'FREEDAY',
          status: 'fulfilled',
          createdAt: '2026-07-01T16:00:00.000Z',
        },
      ],
      passes: [{ activatedAt: '2026-07-01T16:00:00.000Z' }],
      passWindows: [{ date: TODAY, startsAt: '2026-07-01T16:00:00.000Z' }],
      promoRedemptions: [{ code: 'FREEDAY', state: 'used', email }],
      confirmationLinks: [{ sentAt: '2026-07-01T16:00:00.000Z' }],
      confirmedAddresses: [{ email, confirmedAt: '2026-07-01T16:00:00.000Z' }],
    })
  })

  test('200: no hash of an address or a link is in it', async () => {
    const { body } = await exportFor(accounts.headersFor({ email }))

    expect(body).not.toContain(hashAddress(email))
    expect(body).not.toMatch(/hash|token/i)
  })

  test('200: nothing of it for somebody else', async () => {
    const response = await exportFor(accounts.headersFor({ email: anAddress() }))

    expect(Object.values(response.json<DataExport>()).flat()).toEqual([])
  })

  test('401: without a token, and with the link of a mail', async () => {
    const links = createSealedTokens('manage', [randomBytes(32)])
    const link = await links.seal(email, { expiresInSeconds: 60, now: new Date() })

    expect((await exportFor()).statusCode).toBe(401)
    expect((await exportFor({ authorization: `Bearer ${link}` })).statusCode).toBe(401)
  })
})
