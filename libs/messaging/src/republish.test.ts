import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { outboxBatches, PENDING } from './outbox-batches.ts'
import { outbox } from './outbox.ts'

const { db, url, drop } = await createTestDatabase('billing', join(import.meta.dirname, '../migrations'))
afterAll(drop)

const insert = (key: string, publishedAt: Date) =>
  db.execute(sql`
    with added as (
      insert into outbox (event_id, topic, key, headers, published_at)
      values (gen_random_uuid(), 'billing.passes', ${key}, '{}', 'infinity') returning position)
    insert into outbox_batches (positions, events, published_at)
    select array[position], 1, ${publishedAt.toISOString()} from added`)

beforeEach(async () => {
  await db.delete(outbox)
  await db.delete(outboxBatches)
  await insert('before', new Date('2026-11-25T08:59:59Z'))
  await insert('since', new Date('2026-11-25T09:00:00Z'))
  await insert('later', new Date('2026-11-25T11:00:00Z'))
})

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'republish.ts'), ...args], {
    env: { DATABASE_URL: url },
  })

const listPending = async () =>
  (
    await db.execute<{ key: string }>(sql`
      select key from outbox where position in (${PENDING}) order by position`)
  ).map(({ key }) => key)

const SINCE = ['--since', '2026-11-25T09:00:00Z']

test('a dry run counts what was published since the instant, and leaves it', async () => {
  const { stdout } = await run('billing', ...SINCE)

  expect(stdout).toMatch(/^billing: 2 events since 2026-11-25T09:00:00Z would be published again/)
  expect(await listPending()).toEqual([])
})

test('with --apply these events are pending again, in their order, and nothing else is', async () => {
  const { stdout } = await run('billing', ...SINCE, '--apply')

  expect(stdout).toMatch(/^billing: 2 events since .* are published again/)
  expect(await listPending()).toEqual(['since', 'later'])
})

test.for([
  { args: [] },
  { args: ['billing'] },
  { args: ['shop', ...SINCE] },
  { args: ['billing', '--since', 'yesterday'] },
  { args: ['billing', ...SINCE, '--all'] },
])('an incomplete or unknown request is refused with the usage: $args', async ({ args }) => {
  await expect(run(...args)).rejects.toMatchObject({ code: 2, stderr: /^Publishes again what/ })
  expect(await listPending()).toEqual([])
})
