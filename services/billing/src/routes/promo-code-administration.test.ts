import type { NewPromoCode } from '@walkon/contracts/http/promo-codes'
import { afterAll, expect, test } from 'vitest'
import { anAddress, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { activateOwn, app, open, post } = billing
afterAll(billing.close)

const headers = billing.accounts.headersFor({
  email: anAddress(),
  roles: ['admin'],
  aal: 'aal2',
  aalRequired: 'aal2',
})

let codes = 0
const aNewCode = (): NewPromoCode => ({
  code: `NEW-${codes++}`,
  channel: 'email',
  discount: { kind: 'all-days' },
  maxRedemptions: null,
  maxRedemptionsPerEmail: null,
  expiresAt: null,
})

const create = (fields: object = {}) => post('/promo-codes', { ...aNewCode(), ...fields }, { headers })
const retire = (code: string) => post(`/promo-codes/${code}/retire`, {}, { headers })
const list = async (query = '') =>
  (await app.inject({ url: `/promo-codes${query}`, headers })).json<{
    items: { code: string }[]
    next: string | null
  }>()

test('201: an admin creates a code, which is valid at once', async () => {
  const response = await create({
    code: ' summer-half ',
    discount: { kind: 'percentage', percent: 50 },
    maxRedemptions: 10,
    maxRedemptionsPerEmail: 1,
    expiresAt: '2027-01-01T00:00:00Z',
  })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    code: 'SUMMER-HALF',
    channel: 'email',
    discount: { kind: 'percentage', percent: 50 },
    maxRedemptions: 10,
    maxRedemptionsPerEmail: 1,
    redemptions: 0,
    redemptionsBeyondLimit: 0,
    held: 0,
    createdAt: '2026-07-01T16:00:00.000Z',
    expiresAt: '2027-01-01T00:00:00.000Z',
    retiredAt: null,
  })
  const quote = await post('/quotes', { channel: 'email', days: 2, promoCode: 'summer-half' })
  expect(quote.json()).toMatchObject({ totalCents: 100 })
})

test('409: a code that exists is not created again, whatever its case, and not changed', async () => {
  await create({ code: 'TWICE' })

  const response = await create({ code: 'twice', discount: { kind: 'percentage', percent: 1 } })

  expect(response.json()).toMatchObject({ status: 409, code: 'promo-code-exists' })
  const quote = await post('/quotes', { channel: 'email', days: 1, promoCode: 'TWICE' })
  expect(quote.json()).toMatchObject({ totalCents: 0 })
})

test('201: of ten creations of one code at once, one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ code: 'RACE' })))

  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ])
})

test.for<[string, object]>([
  ['a percentage of 0', { discount: { kind: 'percentage', percent: 0 } }],
  ['a percentage of 101', { discount: { kind: 'percentage', percent: 101 } }],
  ['a percentage that is not whole', { discount: { kind: 'percentage', percent: 12.5 } }],
  ['a percentage without a number', { discount: { kind: 'percentage' } }],
  ['all days and a percentage', { discount: { kind: 'all-days', percent: 50 } }],
  ['an unknown kind', { discount: { kind: 'two-days' } }],
  ['a limit of 0', { maxRedemptions: 0 }],
  ['a limit left out', { maxRedemptions: undefined }],
  ['a field that is not known', { redemptions: 5 }],
  ['an unknown channel', { channel: 'fax' }],
  ['a space within the code', { code: 'TWO WORDS' }],
  ['an empty code', { code: '' }],
  ['a code of 41 letters', { code: 'A'.repeat(41) }],
  ['an expiry that is no instant', { expiresAt: 'tomorrow' }],
  ['an expiry in the year 0', { expiresAt: '0000-01-01T00:00:00Z' }],
])('400: a code with %s is refused', async ([, fields]) => {
  expect((await create(fields)).json()).toMatchObject({ status: 400, code: 'invalid-request' })
})

test('200: a retired code is refused as expired, to checks and to links that wait, and stays retired', async () => {
  await create({ code: 'OVER' })
  const token = await billing.askForLink({ promoCode: 'OVER' })

  const first = await retire('over')
  billing.later(1)
  const second = await retire('OVER')

  expect(first.json()).toMatchObject({ code: 'OVER', retiredAt: '2026-07-01T16:00:00.000Z' })
  expect(second.json()).toEqual(first.json())
  const check = await post('/promo-codes/check', { code: 'OVER', channel: 'email' })
  expect(check.json()).toMatchObject({ status: 410, code: 'promo-code-expired' })
  expect((await billing.confirm(token)).json()).toMatchObject({ code: 'promo-code-expired' })
  expect((await create({ code: 'OVER' })).statusCode).toBe(409)
})

test('404: a code that does not exist cannot be retired', async () => {
  expect((await retire('NOSUCH')).json()).toMatchObject({ status: 404, code: 'invalid-promo-code' })
})

test('200: the list says how often a code was redeemed and what open checkouts hold', async () => {
  await create({ code: 'USED', discount: { kind: 'one-day' } })
  await activateOwn({ promoCode: 'USED' })
  await open({ dates: [TODAY, TOMORROW], promoCode: 'USED' })

  expect((await list('?limit=100')).items).toContainEqual(
    expect.objectContaining({ code: 'USED', redemptions: 1, held: 1 }),
  )
})

test('200: the list names every code once over its pages, in order', async () => {
  await Promise.all(Array.from({ length: 210 }, () => create()))

  const pages = [await list('?limit=100')]
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) {
    pages.push(await list(`?limit=100&cursor=${next}`))
  }

  const rows = await billing.db.execute<{ code: string }>('select code from promo_codes order by code')
  expect(pages.map(({ items }) => items.length).slice(0, 2)).toEqual([100, 100])
  expect(pages.flatMap(({ items }) => items.map(({ code }) => code))).toEqual(rows.map(({ code }) => code))
})
