import type { DataExport } from '@walkon/contracts/http/data-export'
import { linkHeaders } from '@walkon/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { anAddress, createTestBilling, TODAY } from '../testing/billing.ts'

const billing = await createTestBilling()
const { accounts, parkId } = billing
const email = anAddress()

beforeAll(async () => void (await billing.confirm(await billing.askForLink({ email }))))
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
      promoRedemptions: [{ code: 'FREEDAY', email }],
      confirmationLinks: [{ sentAt: '2026-07-01T16:00:00.000Z' }],
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
    expect((await exportFor()).statusCode).toBe(401)
    expect((await exportFor(await linkHeaders(email))).statusCode).toBe(401)
  })
})
