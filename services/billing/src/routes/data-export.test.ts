import type { DataExport } from '@walkon/contracts/http/data-export'
import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { anAddress, createTestBilling, TODAY } from '../testing/billing.ts'

const billing = await createTestBilling({ SMS_ENABLED: 'true' })
const { accounts, parkId } = billing
const email = anAddress()

beforeAll(async () => void (await billing.confirm(await billing.askForLink({ email }))))
afterAll(billing.close)

const exportFor = (headers: Record<string, string> = {}) => billing.app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: the export holds everything that is stored under the account’s address', async () => {
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
      promoRedemptions: [{ code: 'FREEDAY' }],
      confirmationLinks: [{ sentAt: '2026-07-01T16:00:00.000Z' }],
    })
  })

  test('200: the export holds no hash of an address or a link', async () => {
    const { body } = await exportFor(accounts.headersFor({ email }))

    expect(body).not.toContain(hashAddress(email))
    expect(body).not.toMatch(/hash|token/i)
  })

  test('200: another account’s export holds nothing of it', async () => {
    const response = await exportFor(accounts.headersFor({ email: anAddress() }))

    expect(Object.values(response.json<DataExport>()).flat()).toEqual([])
  })

  test('401: no token and the manage link of a mail are refused an export', async () => {
    expect((await exportFor()).statusCode).toBe(401)
    expect((await exportFor(await linkHeaders(email))).statusCode).toBe(401)
  })
})

test('200: of two visitors who named each other, neither export has an address or number of the other', async () => {
  const [ada, bob] = [aVisitor('+14075550123'), aVisitor('+14075550199')]
  for (const [visitor, other] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    await orderTexts(visitor.email, visitor.phone, visitor.headers)
    await orderTexts(other.email, visitor.phone)
    await apply({ email: other.email, phone: visitor.phone, fullName: visitor.name }, visitor.headers)
    await apply({ email: other.email, phone: visitor.phone, fullName: 'No account' })
  }

  for (const [visitor, other] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    const { body } = await exportFor(visitor.headers)
    expect(body).toContain(visitor.email)
    expect(body).toContain(visitor.phone)
    expect(body).toContain(visitor.name)
    for (const named of [other.email, other.phone, other.name, other.userId])
      expect(body).not.toContain(named)
    const { orders } = JSON.parse(body) as DataExport
    const shown = new Map(orders?.map(({ phone, consentFrom }) => [phone, consentFrom]))
    expect(shown).toEqual(
      new Map([
        [visitor.phone, '127.0.0.1'],
        [`••• ${other.phone.slice(-4)}`, null],
      ]),
    )
  }
})

function aVisitor(phone: string) {
  const account = { email: anAddress(), userId: randomUUID() }
  return { ...account, phone, name: `Name ${randomUUID()}`, headers: accounts.headersFor(account) }
}

async function orderTexts(address: string, phone: string, headers?: Record<string, string>) {
  const text = { parkId, dates: [TODAY], channel: 'sms', phone, promoCode: 'SMSFREE' }
  expect(await billing.post('/checkouts', { email: address, ...text }, headers && { headers })).toMatchObject(
    {
      statusCode: 201,
    },
  )
}

async function apply(entered: object, headers?: Record<string, string>) {
  const application = {
    primaryPlatform: 'instagram',
    instagramFollowers: 1_200,
    whyJoin: 'My followers plan their park days with me.',
    ...entered,
  }
  expect(await billing.post('/affiliate-applications', application, headers && { headers })).toMatchObject({
    statusCode: 201,
  })
}

test('200: an admin exports the same of a person who asked for it, and leaves an entry with the reason', async () => {
  const own = await exportFor(accounts.headersFor({ email }))
  const answer = await billing.app.inject({
    method: 'POST',
    url: '/visitors/export',
    headers: accounts.headersFor({ email: 'admin@example.com', roles: ['admin'], aal: 'aal2' }),
    payload: { email, userId: null, reason: 'Asked by letter' },
  })
  expect(answer.json()).toEqual(own.json())
  const entries = await billing.db.execute(sql`select action, reason from admin_actions`)
  expect(entries).toEqual([{ action: 'export-visitor', reason: 'Asked by letter' }])
})
