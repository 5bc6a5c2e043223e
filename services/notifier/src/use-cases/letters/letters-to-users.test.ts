import { userAddressChanged, userConfirmed, userDeleted } from '@walkon/contracts/events/identity'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { DataExport } from '@walkon/contracts/http/data-export'
import { hashAddress } from '@walkon/service/address-hash'
import { heard, type Heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { publishedAt } from '../../testing/dated-events.ts'
import { addTestDevice } from '../../testing/devices.ts'
import { aLetter } from '../../testing/letters.ts'
import { createTestNotifier } from '../../testing/notifier.ts'

const {
  app,
  db,
  accounts,
  endFarewells,
  hear: apply,
  hearIn,
  runJob,
  waitingForLocks,
  clear,
  close,
} = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const ADA = 'ada@example.com'
const NEW = 'lovelace@example.com'
const LATER = '2099-01-01T00:00:00Z'
const BEGAN = new Date(Date.now() - 60_000)
const CHANGED = new Date(Date.now() - 30_000)

let userId: string
beforeEach(() => {
  userId = randomUUID()
})

const hear = (...events: Heard[]) => apply(events)

/** A letter that a device may show: it holds no key. */
const aNote = () => {
  const { code: _, ...letter } = aLetter({ action: { label: 'See the review', path: '/rankings' } })
  return letter
}

type Request = Parameters<typeof heard<typeof userNotificationRequested>>[1]

const letterTo = (overrides: Partial<Request> = {}, occurredAt = new Date()): Heard =>
  publishedAt(
    occurredAt,
    heard(userNotificationRequested, {
      notificationId: randomUUID(),
      userId,
      notification: aNote(),
      expiresAt: LATER,
      ...overrides,
    }),
  )
const confirmed = (email = ADA, id = userId, at = BEGAN): Heard =>
  heard(userConfirmed, { userId: id, email, confirmedAt: at.toISOString() })
const changed = (oldEmail = ADA, newEmail = NEW, id = userId): Heard =>
  heard(userAddressChanged, { userId: id, oldEmail, newEmail, changedAt: CHANGED.toISOString() })
const deleted = (email = ADA): Heard =>
  heard(userDeleted, { userId, addressHashes: [hashAddress(email)], deletedAt: new Date().toISOString() })

const rows = () =>
  db.execute<{ channel: string; address: string; email: string; state: string }>(
    sql`select channel, address, email, state from deliveries
      where content->>'name' is distinct from 'new-way' order by channel, address`,
  )
const mailedTo = async () =>
  (await rows()).flatMap(({ channel, address }) => (channel === 'email' ? [address] : []))
const waiting = () => db.execute(sql`select from waiting_letters`)

describe('a letter to a user', () => {
  test('A letter to a user goes to the address of the account and to each of its devices', async () => {
    await hear(confirmed())
    const device = await addTestDevice(app, ADA)

    await hear(letterTo())

    expect(await rows()).toEqual([
      { channel: 'email', address: ADA, email: ADA, state: 'queued' },
      { channel: 'push', address: device, email: ADA, state: 'queued' },
    ])
  })

  test.each([
    ['a code', { code: aLetter().code }],
    ['a link that ends', { action: aLetter().action }],
  ])('A letter with %s shows that its reader has the mailbox, so no device gets it', async (_, key) => {
    await hear(confirmed())
    await addTestDevice(app, ADA)

    await hear(letterTo({ notification: { ...aNote(), ...key } }))

    expect(await rows()).toMatchObject([{ channel: 'email' }])
  })

  test('One letter that is requested by two events is written once, also when the account has changed its address between', async () => {
    const notificationId = randomUUID()
    await hear(confirmed(), letterTo({ notificationId }))
    await db.execute(sql`update deliveries set state = 'accepted'`)
    await hear(letterTo({ notificationId }), changed(), letterTo({ notificationId }))

    expect(await mailedTo()).toEqual([ADA])
  })

  test('A letter to one user reaches no other', async () => {
    await hear(confirmed(), confirmed('oscar@example.com', randomUUID()), letterTo())

    expect(await mailedTo()).toEqual([ADA])
  })
})

describe('a letter whose user is not known yet', () => {
  test('A letter that comes before the confirmation of its user goes out once that is heard, and once', async () => {
    const letter = letterTo()
    await hear(letter)
    expect(await rows()).toEqual([])

    await hear(confirmed())
    await hear(confirmed(), letter)

    expect(await mailedTo()).toEqual([ADA])
    expect(await waiting()).toHaveLength(0)
  })

  test('A letter that waits goes to the address that a change of address tells', async () => {
    await hear(letterTo(), changed())

    expect(await mailedTo()).toEqual([NEW])
  })

  test('A letter whose user stays unknown is dropped when it expires', async () => {
    await hear(letterTo(), letterTo({ expiresAt: new Date(Date.now() - 1).toISOString() }))
    await runJob('drop-letters')
    expect(await waiting()).toHaveLength(1)

    await hear(confirmed())

    expect(await mailedTo()).toEqual([ADA])
  })

  test('The confirmation of a user waits for a letter to the same user that is being taken in, and finds it', async () => {
    let confirming: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, letterTo())
      confirming = hear(confirmed())
      await expect.poll(waitingForLocks).toBe(1)
    })
    await confirming

    expect(await mailedTo()).toEqual([ADA])
  })
})

describe('an account that changes its address', () => {
  test('A queued letter follows its user to another address, however late the change is heard', async () => {
    await hear(confirmed(), letterTo({}, BEGAN), letterTo({}, new Date()))

    await hear(changed())

    expect(await mailedTo()).toEqual([NEW, NEW])
  })

  test('A letter goes to the newest address of its user, also when an older confirmation is heard again', async () => {
    await hear(confirmed(), changed(), confirmed(), letterTo())

    expect(await mailedTo()).toEqual([NEW])
  })

  test('A letter stays with the user who has the address by now, when the change of an earlier user is heard late', async () => {
    const other = randomUUID()
    await hear(confirmed(ADA, other), letterTo({ userId: other }, BEGAN))

    await hear(changed())

    expect(await mailedTo()).toEqual([ADA])
  })

  test('The manage link of a letter opens no alerts of an earlier user of the address', async () => {
    await hear(confirmed(), letterTo({}, new Date(BEGAN.getTime() - 60_000)))

    const [row] = await db.execute<{ at: Date }>(sql`select requested_at as at from deliveries`)

    expect(new Date(row!.at)).toEqual(BEGAN)
  })
})

describe('a deleted account', () => {
  test('A deleted account leaves no address, no letter that waits and none that was written, to whichever address', async () => {
    await hear(confirmed(), letterTo())
    await db.execute(sql`update deliveries set state = 'delivered', content = null`)
    await hear(changed(), letterTo())

    await hear(deleted(NEW))

    expect(await endFarewells()).toEqual([NEW])
    expect(await rows()).toEqual([])
    expect(await findTraces(db, userId)).toEqual({ erased_users: 1 })
    expect(await findTraces(db, ADA)).toEqual({})
  })

  test('A letter that comes after the deletion of its user is neither written nor kept, whatever is heard again', async () => {
    await hear(confirmed(), deleted())
    await hear(letterTo(), confirmed(), letterTo())

    expect(await endFarewells()).toEqual([ADA])
    expect(await rows()).toEqual([])
    expect(await findTraces(db, userId)).toEqual({ erased_users: 1 })
  })

  test('A letter that waits for its account is erased with it', async () => {
    await hear(letterTo(), deleted())

    expect(await waiting()).toHaveLength(0)
  })

  test('The deletion of one account leaves the letters of another', async () => {
    const other = randomUUID()
    await hear(confirmed(), confirmed('oscar@example.com', other))
    await hear(letterTo(), letterTo({ userId: other }))

    await hear(deleted())

    expect(await endFarewells()).toEqual([ADA])
    expect(await mailedTo()).toEqual(['oscar@example.com'])
  })

  test('The id of a deleted user is purged once no older event can come', async () => {
    await hear(deleted())
    await db.execute(sql`update erased_users set erased_at = now() - interval '20 days'`)

    await runJob('purge-erasures')

    expect(await findTraces(db, userId)).toEqual({})
  })
})

test('200: the export has the account’s address, and the letters that wait for it without their words', async () => {
  const unknown = randomUUID()
  await hear(confirmed(), letterTo({ userId: unknown }))
  const exported = async (account: { email: string; userId: string }) =>
    (await app.inject({ url: '/export', headers: accounts.headersFor(account) })).json<DataExport>()

  const own = await exported({ email: ADA, userId })
  const other = await exported({ email: 'oscar@example.com', userId: unknown })

  expect(own).toMatchObject({ accounts: [{ userId, email: ADA }], waitingLetters: [] })
  expect(other).toMatchObject({ accounts: [], waitingLetters: [{ list: null }] })
  expect(JSON.stringify(other)).not.toContain('Sign in')
})
