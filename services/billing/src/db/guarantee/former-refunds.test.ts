import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findGuarantee } from './guarantees.ts'
import { migrationsFolder } from '../migrations.ts'

const { db, drop } = await createTestDatabase('billing', migrationsFolder)
afterAll(drop)

/** The statement by which the migration carries over the states of the release before. */
const carryOver = readFileSync(join(migrationsFolder, '0037_one-way-back.sql'), 'utf8')
  .split('--> statement-breakpoint')
  .at(-1)

test.for([
  { was: 'queued', because: null, is: null },
  { was: 'sending', because: null, is: null },
  { was: 'unknown', because: 'http-500', is: null },
  { was: 'accepted', because: null, is: 'made' },
  { was: 'succeeded', because: null, is: 'made' },
  { was: 'failed', because: 'lost_or_stolen_card', is: 'failed' },
  { was: 'dropped', because: 'refunded-by-hand', is: 'made' },
  { was: 'dropped', because: 'settled-by-hand', is: 'settled-by-hand' },
  { was: 'dropped', because: 'disputed', is: 'due' },
] as const)(
  'a refund of the release before keeps what became of it: $was ($because) is $is',
  async ({ was, because, is }) => {
    const passId = randomUUID()
    await db.execute(sql`
      insert into guarantees (pass_id, checkout_id, payment_intent, paid_cents, ended_at, settle_until, decided_at,
        decision, reason, refund_state, refund_reason)
      values (${passId}, gen_random_uuid(), 'pi_1', 100, now(), now(), now(), 'refund', 'fewer-than-three-rides',
        ${was}, ${because})`)
    await db.execute(sql.raw(carryOver ?? ''))
    expect(await findGuarantee(db, passId)).toMatchObject({ decision: 'refund', owedState: is })
  },
)
