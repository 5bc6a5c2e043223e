import {
  signingKeyPublished,
  userConfirmed,
  userDeleted,
  userRolesChanged,
} from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { applyRecords, on } from '@walkon/messaging/inbox'
import { createTestService } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { identity } from '../../app.ts'
import { insertRole } from '../../db/roles.ts'
import { deleteUser, insertUser, lockUser, saveUser } from '../../db/users.ts'
import { SETTINGS } from '../../testing/identity.ts'
import { publishUsers } from './publish-users.ts'

const running = await createTestService(identity, { env: SETTINGS })
const { db } = running
afterAll(running.close)

const NOW = new Date('2026-07-01T10:00:00Z')
const [CHANGED_AT, KEY_ENDS_AT] = [new Date('2026-07-02T10:00:00Z'), '2026-07-01T11:00:00.000Z']

let userIds: string[]
beforeEach(async () => {
  await running.clear()
  userIds = []
  for (let count = 0; count < 5; count++) userIds.push(await addUser())
})

async function addUser(): Promise<string> {
  const id = randomUUID()
  const account = { id, email: `${id}@example.com`, emailConfirmedAt: NOW, createdAt: NOW, updatedAt: NOW }
  await db.transaction((tx) => insertUser(tx, account))
  return id
}

/** Publishes in pages of two, so that five users are three pages. */
const publish = (name: string) => publishUsers(db, name, NOW, 2)

const confirmedIds = async () => (await running.published(userConfirmed)).map(({ userId }) => userId)

/** Sends the whole outbox to a consumer with an inbox, and returns what the consumer applied. */
async function deliver(): Promise<string[]> {
  const applied: string[] = []
  const reader = on(userConfirmed, async (events) => {
    applied.push(...events.map(({ data }) => data.userId))
  })
  const rows = await db.execute<{
    key: string
    topic: string
    value: Buffer
    headers: Record<string, string>
  }>(sql`select key, topic, value, headers from outbox order by position`)
  const records = rows.map((row, index) => ({ ...row, partition: 0, offset: BigInt(index) }))
  await applyRecords(db, [reader], records)
  return applied
}

/** What retention does to rows that were published a day ago. */
const emptyOutbox = () => db.execute(sql`delete from outbox`)

test('Every confirmed user is published, with the address and the instant of its confirmation', async () => {
  expect(await publish('rankings-joins')).toMatchObject({ users: 5 })
  const events = await running.published(userConfirmed)
  expect(events.map(({ userId }) => userId).toSorted()).toEqual(userIds.toSorted())
  expect(events[0]).toEqual({
    userId: events[0]?.userId,
    email: `${events[0]?.userId}@example.com`,
    confirmedAt: NOW.toISOString(),
  })
})

test('The roles of every user who has one are published, once under one name', async () => {
  const [userId = ''] = userIds
  await insertRole(db, { userId, role: 'support', grantedBy: null, grantedAt: NOW })
  await publish('rankings-joins')
  await publish('rankings-joins')
  expect(await running.published(userRolesChanged)).toEqual([
    { userId, roles: ['support'], changedAt: NOW.toISOString() },
  ])
})

test('A second run under the same name adds nothing to the outbox', async () => {
  await publish('rankings-joins')
  await publish('rankings-joins')
  expect(await confirmedIds()).toHaveLength(5)
})

test('A consumer applies each user once under one name, also after the outbox forgot the first run', async () => {
  await publish('rankings-joins')
  expect((await deliver()).toSorted()).toEqual(userIds.toSorted())
  await emptyOutbox()
  await publish('rankings-joins')
  expect(await confirmedIds()).toHaveLength(5)
  expect(await deliver()).toEqual([])
})

test('A consumer applies each user once more under another name', async () => {
  await publish('rankings-joins')
  await deliver()
  await publish('planner-joins')
  expect((await deliver()).toSorted()).toEqual(userIds.toSorted())
})

test('A run that was cut short is completed under the same name', async () => {
  await publish('rankings-joins')
  await db.execute(sql`delete from outbox where position > (select min(position) + 1 from outbox)`)
  await publish('rankings-joins')
  expect((await confirmedIds()).toSorted()).toEqual(userIds.toSorted())
})

test('An address that changed since the last run is published under the same name', async () => {
  await publish('rankings-joins')
  const [userId = ''] = userIds
  const email = 'new@example.com'
  await saveUser(db, userId, { email, emailConfirmedAt: CHANGED_AT }, CHANGED_AT)
  await publish('rankings-joins')
  const events = await running.published(userConfirmed)
  expect(events).toHaveLength(6)
  expect(events.at(-1)).toEqual({ userId, email, confirmedAt: CHANGED_AT.toISOString() })
})

test('A user who is deleted meanwhile is not published after the deletion', async () => {
  // Of the last page, which a page before it has not locked yet.
  const deletedId = userIds.toSorted().at(-1) ?? ''
  let publishing: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await lockUser(tx, deletedId)
    await deleteUser(tx, deletedId)
    const data = { userId: deletedId, addressHashes: ['0'.repeat(64)], deletedAt: NOW.toISOString() }
    await emit(tx, userDeleted, [{ data }])
    publishing = publish('rankings-joins')
    await expect.poll(running.waitingForLocks).toBe(1)
  })
  await publishing
  expect((await confirmedIds()).toSorted()).toEqual(userIds.filter((id) => id !== deletedId).toSorted())
  expect(await running.published(userDeleted)).toHaveLength(1)
})

test('A signing key is published again for as long as it is accepted', async () => {
  await db.execute(sql`delete from signing_keys`)
  await db.execute(sql`insert into signing_keys (key_id, public_key, accept_until) values
      ('current', 'pem', null), ('replaced', 'pem', ${KEY_ENDS_AT}), ('over', 'pem', ${NOW.toISOString()})`)
  expect(await publish('rankings-joins')).toMatchObject({ signingKeys: 2 })
  await publish('rankings-joins')
  expect(await running.published(signingKeyPublished)).toEqual([
    { keyId: 'current', publicKey: 'pem', acceptUntil: null },
    { keyId: 'replaced', publicKey: 'pem', acceptUntil: KEY_ENDS_AT },
  ])
})
