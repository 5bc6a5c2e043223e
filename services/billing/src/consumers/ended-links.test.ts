import { hashAddress } from '@walkon/service/address-hash'
import { linkHeaders } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { anAddress, createTestBilling, linksFor, NOON } from '../testing/billing.ts'

/** A change of an account's address ends the links of the old address. */

const billing = await createTestBilling({ PROMO_GUESSES_PER_CLIENT: '1000' })
const { activate, addressChanged, askForLink, clock, confirm, db, later, passesOf, post, userDeleted } =
  billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

let [old, fresh, outsider] = ['', '', '']
beforeEach(() => ([old, fresh, outsider] = [anAddress(), anAddress(), anAddress()]))

const traces = (email: string) => findTraces(db, email, hashAddress(email))
const ordersOf = (email: string) =>
  db.execute<{ id: string; status: string }>(
    sql`select id, status from orders where email = ${email} and address_hash = ${hashAddress(email)} order by created_at`,
  )

test('410: the link of an order that waits for it confirms nothing after the address has changed', async () => {
  const token = await askForLink({ email: old })
  later(1)

  await addressChanged(old, fresh)

  for (const path of ['/activations/link', '/activations/confirm'])
    expect((await post(path, { token })).json()).toMatchObject({
      status: 410,
      code: 'confirmation-token-expired',
    })
  expect(await ordersOf(fresh)).toMatchObject([{ status: 'expired' }])
  expect(await passesOf(fresh)).toEqual([])
})

test('410: the link of a confirmed order shows no new address and gives no manage key after the change', async () => {
  const token = await askForLink({ email: old })
  await confirm(token)
  later(1)

  await addressChanged(old, fresh)

  for (const path of ['/activations/link', '/activations/confirm']) {
    const answer = await post(path, { token })
    expect(answer.statusCode).toBe(410)
    expect(answer.body).not.toContain(fresh)
  }
})

test('401: a manage link of the old address proves nothing after the change, one that it gets later does', async () => {
  const changedAt = new Date(clock.now.getTime() + 60_000)
  const links = linksFor('manage')
  const activateWith = async (knownAt: Date) => {
    const token = await links.seal(old, { expiresInSeconds: 600, now: clock.now, knownAt })
    return activate({ email: old }, { headers: { authorization: `Bearer ${token}` } })
  }
  expect((await activateWith(clock.now)).json()).toEqual({ status: 'active' })
  later(1)

  await addressChanged(old, fresh, changedAt)

  expect((await activateWith(NOON)).statusCode).toBe(401)
  later(1)
  expect((await activateWith(clock.now)).json()).toEqual({ status: 'active' })
})

test('401: a manage link of an earlier release is refused for an address that an account has left', async () => {
  await addressChanged(old, fresh)

  const headers = await linkHeaders(old, 'manage', new Date(0))

  expect((await activate({ email: old }, { headers })).statusCode).toBe(401)
  expect(
    (
      await activate({ email: outsider }, { headers: await linkHeaders(outsider, 'manage', new Date(0)) })
    ).json(),
  ).toEqual({
    status: 'active',
  })
})

test('ended links are purged when every link that they ended has expired', async () => {
  await addressChanged(old, fresh)
  const isKept = async () => (await traces(old))['ended_links'] === 1
  const purge = async () => {
    await db.execute(sql`delete from scheduled_runs`)
    await billing.runJob('purge-past-retention')
  }
  later(30 * 24 * 60)
  await purge()
  expect(await isKept()).toBe(true)

  later(2 * 24 * 60)
  await purge()

  expect(await isKept()).toBe(false)
})

test('401: a manage link of an address proves nothing once its account is deleted, one that it gets later does', async () => {
  const links = linksFor('manage')
  const activateWith = async (knownAt: Date) => {
    const token = await links.seal(old, { expiresInSeconds: 600, now: clock.now, knownAt })
    return activate({ email: old }, { headers: { authorization: `Bearer ${token}` } })
  }
  const before = clock.now
  later(1)
  await userDeleted([old])

  expect((await activateWith(before)).statusCode).toBe(401)
  expect((await activateWith(new Date(clock.now.getTime() + 1))).json()).toEqual({ status: 'active' })
})
