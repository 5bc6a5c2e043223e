import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import { mailListLeft } from '@walkon/contracts/events/notifications'
import { holdUser } from '@walkon/runtime/erased-users'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAddress, createTestFlights } from '../testing/flights.ts'

const flights = await createTestFlights()
const { accounts, anAccount, clock, db, hear, lettersTo, listAlerts, setAlert, watch } = flights
afterAll(flights.close)
beforeEach(() => flights.clear())

const aDeletion = (userId: string, emails: string[]) => {
  const { definition, event } = heard(userDeleted, {
    userId,
    addressHashes: emails.map(hashAddress),
    deletedAt: clock.now.toISOString(),
  })
  return { definition, event: { ...event, occurredAt: clock.now } }
}

test('of a deleted account nothing is left but the mark that it was erased, and other visitors keep their alerts', async () => {
  const { userId, email, headers } = anAccount()
  const [named, outsider] = [anAddress(), anAddress()]
  await setAlert({ email }, { headers })
  await watch(named, {}, { headers })
  await watch(email, { maxPrice: 400 })
  await watch(outsider)
  await db.execute(sql`update outbox_batches set published_at = now()`)
  await hear([aDeletion(userId, [email])])

  expect(await findTraces(db, userId)).toEqual({ erased_users: 1 })
  expect(await findTraces(db, email)).toEqual({})
  const kept = await db.execute<{ email: string }>(sql`select email from flight_alerts`)
  expect(kept.map((alert) => alert.email).toSorted()).toEqual([named, outsider].toSorted())
})

test('the mails of a day stay counted after the account is deleted', async () => {
  const { userId, email } = anAccount()
  for (let price = 1; price <= 3; price += 1) await setAlert({ email, maxPrice: price })
  await hear([aDeletion(userId, [email])])
  flights.later(1)

  expect((await setAlert({ email, maxPrice: 4 })).status).toBe(429)
})

test('nothing more is stored under the id of a deleted account, and what a later owner of the address sets stays', async () => {
  const { userId, email, headers } = anAccount()
  await hear([aDeletion(userId, [email])])
  flights.later(1)

  expect((await setAlert({ email }, { headers })).status).toBe(401)
  await expect(db.transaction((tx) => holdUser(tx, userId))).rejects.toMatchObject({ code: 'unauthorized' })
  await watch(email)
  await hear([
    {
      ...aDeletion(userId, [email]),
      event: { ...aDeletion(userId, [email]).event, occurredAt: new Date(clock.now.getTime() - 3_600_000) },
    },
  ])
  expect(await db.execute(sql`select from flight_alerts`)).toHaveLength(1)
})

test('the alerts of an account follow its address, and the links to the old one open nothing', async () => {
  const { userId, email, headers } = anAccount()
  const newEmail = anAddress()
  await setAlert({ email }, { headers })
  const change = { userId, oldEmail: email, newEmail, changedAt: clock.now.toISOString() }
  await hear([heard(userAddressChanged, change)])
  await hear([heard(userAddressChanged, change)])

  const moved = accounts.headersFor({ userId, email: newEmail })
  expect((await listAlerts(moved)).items).toMatchObject([{ email: newEmail }])
  expect(await lettersTo(email)).toEqual([])
})

test('an alert that its owner confirmed by mail follows the account’s address, and one that waits for its link does not', async () => {
  const { userId, email } = anAccount()
  const newEmail = anAddress()
  await watch(email)
  await setAlert({ email, maxPrice: 200 })
  await hear([
    heard(userAddressChanged, { userId, oldEmail: email, newEmail, changedAt: clock.now.toISOString() }),
  ])

  const moved = accounts.headersFor({ userId, email: newEmail })
  expect((await listAlerts(moved)).items).toMatchObject([{ email: newEmail, maxPrice: 300 }])
})

test('an address that leaves the list of flights ends its alerts, and only those set before', async () => {
  const [email, other] = [anAddress(), anAddress()]
  await watch(email)
  await watch(other)
  const left = (list: 'flights' | 'ride-alerts', leftAt = clock.now) =>
    heard(mailListLeft, { list, addressHash: hashAddress(email), userId: null, leftAt: leftAt.toISOString() })
  await hear([left('ride-alerts')])
  expect(await db.execute(sql`select from flight_alerts where active`)).toHaveLength(2)

  await hear([left('flights')])
  expect(await db.execute(sql`select email from flight_alerts where active`)).toEqual([{ email: other }])

  const before = clock.now
  flights.later(1)
  await watch(email, { maxPrice: 500 })
  await hear([left('flights', before)])
  expect(await db.execute(sql`select from flight_alerts where active`)).toHaveLength(2)
})
