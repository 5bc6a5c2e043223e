import type { FoundVisitor } from '@walkon/contracts/http/desk'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adminActions } from './admin-actions.ts'
import { isNear, rankNear } from './near-addresses.ts'
import { findNear, NEAR_ENTRIES_PER_HOUR } from './near-visitors.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
await db.execute(sql`create table visitors (email text, "userId" uuid)`)
let now = new Date('2026-07-01T16:00:00Z')
beforeEach(async () => {
  await db.delete(adminActions)
  await db.execute(sql`truncate visitors`)
})
afterAll(drop)

const know = async (...emails: string[]) => {
  for (const email of emails)
    await db.execute(sql`insert into visitors values (${email}, ${randomUUID()}::uuid)`)
}
const search = (text: string, actorId = randomUUID()) =>
  findNear(
    {
      db,
      now: () => now,
      findVisitors: (sought, limit) =>
        db.execute<FoundVisitor>(
          sql`select * from visitors where ${isNear(sql`email`, sought.text)} order by email limit ${limit}`,
        ),
    },
    actorId,
    { kind: 'near', text },
  )
const emailsNear = async (text: string) => (await search(text)).map(({ email }) => email)

test('each address that is a typo or two away is a candidate, wherever the typos are', async () => {
  const address = 'sam.ortiz@example.org'
  await know(address, 'ana@example.org', 'samuel@example.org')
  const local = 'sam.ortiz'
  const spoilt = Array.from(local, (_, at) => [
    `${local.slice(0, at)}${local.slice(at + 1)}`,
    `${local.slice(0, at)}x${local.slice(at)}`,
    `${local.slice(0, at)}x${local.slice(at + 1)}`,
  ]).flat()
  const twice = spoilt.flatMap((text) => [`x${text}`, `${text}x`, text.slice(1), text.slice(0, -1)])
  for (const text of [...spoilt, ...twice])
    expect([text, ...(await emailsNear(text))]).toEqual([text, address])
})

test('a part of an address finds it, the shortest first, and its wildcards are letters', async () => {
  await know(
    'erin.walsh@example.org',
    'walsh@example.org',
    'under_score@example.org',
    'underxscore@example.org',
  )
  expect(await emailsNear('walsh')).toEqual(['walsh@example.org', 'erin.walsh@example.org'])
  expect(await emailsNear('erin.walsh@exmaple.org')).toEqual(['erin.walsh@example.org'])
  expect(await emailsNear('r_score')).toEqual(['under_score@example.org'])
})

test('a search offers five at most, and each of them is an entry of the trail', async () => {
  await know(...Array.from({ length: 9 }, (_, n) => `walsh${n}@example.org`))
  const actorId = randomUUID()
  const found = await search('walsh', actorId)
  expect(found).toHaveLength(5)
  const entries = await db.select().from(adminActions)
  expect(new Set(entries.map(({ subjectId }) => subjectId))).toEqual(
    new Set(found.map(({ userId }) => userId)),
  )
  expect(entries).toHaveLength(5)
  expect(JSON.stringify(entries)).not.toContain('walsh')
})

test('a member of the desk is shown so many an hour, also by searches at once, and others have their own', async () => {
  await know(...Array.from({ length: 9 }, (_, n) => `walsh${n}@example.org`))
  const actorId = randomUUID()
  const answers = await Promise.allSettled(Array.from({ length: 25 }, () => search('walsh', actorId)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(NEAR_ENTRIES_PER_HOUR / 5)
  await expect(search('nobody.near', actorId)).rejects.toMatchObject({ code: 'too-many-requests' })
  expect(await search('walsh')).toHaveLength(5)
  now = new Date(now.getTime() + 61 * 60_000)
  expect(await search('walsh', actorId)).toHaveLength(5)
})

test('an address is near by its own name, not by the domain that it shares with everybody', () => {
  const found = ['ana@example.org', 'bob@example.org'].map((email) => ({ email }))
  expect(rankNear('anna@example.org', found)).toEqual([{ email: 'ana@example.org' }])
})
