import { hashAddress } from '@walkon/service/address-hash'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockAddresses } from '../db/checkout/orders.ts'
import { anAddress, linksFor } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

/** Access tokens are dated by the real clock, so the service's clock stands at the real time here. */

const checkouts = await createTestCheckouts()
const { accounts, activate, addressChanged, clock, db, start, waitingForLocks } = checkouts
afterAll(checkouts.close)

let [userId, old, fresh, day] = ['', '', '', '']
beforeEach(() => {
  clock.now = new Date()
  day = new Date(clock.now.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  ;[userId, old, fresh] = [randomUUID(), anAddress(), anAddress()]
})

const change = () => addressChanged(old, fresh, clock.now, userId)
const tokenOf = (email: string, issuedAt = new Date()) => ({
  headers: accounts.headersFor({ userId, email, issuedAt }),
})
/** Is no younger than the change, however late the request is. */
const tokenFromBefore = () => tokenOf(old, clock.now)
const buy = (email: string, from = tokenOf(email)) => start({ email, dates: [day] }, from)
const activateOwn = (email: string, from = tokenOf(email)) => activate({ email, dates: [day] }, from)

test.for([
  ['buys no day', buy, 201],
  ['activates no free alerts', activateOwn, 202],
] as const)(
  '409: a token from before the change of its account’s address %s for the old address, and the renewed one does for the new',
  async ([, order, placed]) => {
    await change()

    const refused = await order(old, tokenFromBefore())

    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'address-left'])
    expect((await order(fresh)).statusCode).toBe(placed)
  },
)

test('201: anyone buys a day for an address that an account has left', async () => {
  await change()

  expect((await buy(old, { headers: {} as ReturnType<typeof accounts.headersFor> })).statusCode).toBe(201)
})

test('201: an account that has the address after another one left it buys a day', async () => {
  clock.now = new Date(Date.now() - 60_000)
  await change()

  expect((await buy(old)).statusCode).toBe(201)
})

test.for([
  ['the token of its account', async () => tokenFromBefore()],
  [
    'a manage link',
    async () => ({
      headers: {
        authorization: `Bearer ${await linksFor('manage').seal(old, { expiresInSeconds: 60, now: clock.now })}`,
      },
    }),
  ],
] as const)('a day that %s orders during the change of the address is refused', async ([, proof]) => {
  const from = await proof()
  let changing: ReturnType<typeof change> | undefined
  let buying: ReturnType<typeof buy> | undefined
  await db.transaction(async (tx) => {
    await lockAddresses(tx, [hashAddress(old)])
    changing = change()
    await expect.poll(waitingForLocks).toBe(1)
    buying = buy(old, from)
    await expect.poll(waitingForLocks).toBe(2)
  })
  await changing

  expect((await buying)?.statusCode).toBe(409)
})
