import type { Database } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Answer } from '../provider-answers.ts'
import type { CallTable } from '../provider-calls.ts'
import type { Lease, LookUp, UnknownCall } from '../provider-lookups.ts'

export type Refund = { id: string; amountCents: number; attemptNo: number }
export type RefundRow = {
  id: string
  state: string
  attemptNo: number
  providerId: string | null
  reason: string | null
}

/** Refunds, as a shop would keep them: the columns that the mechanism of provider calls needs, and an amount. */
export async function createRefunds(db: Database) {
  await db.execute(sql`
    create table refunds (
      id uuid primary key, amount_cents int not null, state text not null default 'queued', attempt_no int not null default 0,
      lease_owner uuid, lease_until timestamptz, not_before timestamptz not null default now(), doubted_at timestamptz,
      provider_id text, reason text)`)
  const wake = () => wakeAfterCommit(db, 'refunds')

  const table = refundTable(db, wake)
  const listRefunds = () =>
    db.execute<RefundRow>(sql`
      select id, state, attempt_no as "attemptNo", provider_id as "providerId", reason from refunds order by amount_cents`)

  return {
    table,
    listRefunds,
    queue: async (amountCents = 900): Promise<string> => {
      const id = randomUUID()
      await db.execute(sql`insert into refunds (id, amount_cents) values (${id}, ${amountCents})`)
      wake()
      return id
    },
    states: async () => Object.fromEntries((await listRefunds()).map(({ id, state }) => [id, state])),
  }
}

const refundTable = (db: Database, wake: () => void): CallTable<Refund, Answer, UnknownCall> => ({
  async leaseQueued({ owner, limit, leaseSeconds }: Lease) {
    const leased = await db.execute<Refund>(sql`
      update refunds set state = 'sending', lease_owner = ${owner}::uuid, attempt_no = attempt_no + 1,
        lease_until = now() + make_interval(secs => ${leaseSeconds})
      where id = any(array(
        select id from refunds where state = 'queued' and not_before <= now()
        order by not_before limit ${limit} for update skip locked))
      returning id, amount_cents as "amountCents", attempt_no as "attemptNo"`)
    return { leased: [...leased], hasMore: leased.length === limit }
  },
  async recordAnswers(owner, answered) {
    const rows = answered.map(({ call, step }) => ({
      reason: null,
      providerId: null,
      delaySeconds: 0,
      ...step,
      id: call.id,
    }))
    await db.execute(sql`
      update refunds d set state = r."state", reason = r."reason", provider_id = r."providerId",
        not_before = now() + make_interval(secs => r."delaySeconds"), lease_owner = null, lease_until = null,
        doubted_at = case r."state" when 'unknown' then now() else d.doubted_at end
      from jsonb_to_recordset(${asJsonb(rows)}) as r(
        "id" uuid, "state" text, "reason" text, "providerId" text, "delaySeconds" float8)
      where d.id = r."id" and case r."state" when 'accepted' then d.state in ('queued', 'sending', 'unknown')
        else d.state = 'sending' and d.lease_owner = ${owner}::uuid end`)
  },
  async markLapsed(askSeconds) {
    await db.execute(sql`
      update refunds set state = 'unknown', lease_owner = null, doubted_at = now(),
        not_before = now() + make_interval(secs => ${askSeconds})
      where state = 'sending' and lease_until < now()`)
  },
  async leaseUnknown({ owner, limit, leaseSeconds }) {
    return db.execute<UnknownCall>(sql`
      update refunds set lease_owner = ${owner}::uuid, not_before = now() + make_interval(secs => ${leaseSeconds})
      where id = any(array(
        select id from refunds where state = 'unknown' and not_before <= now()
        order by not_before limit ${limit} for update skip locked))
      returning id, doubted_at as "doubtedAt", extract(epoch from now() - doubted_at)::float8 as "doubtSeconds"`)
  },
  async recordLookUps(owner, lookUps: LookUp[]) {
    const rows = lookUps.map(({ id, step }) => ({ providerId: null, delaySeconds: 0, ...step, id }))
    await db.execute(sql`
      update refunds d set state = r."state", provider_id = r."providerId", lease_owner = null,
        not_before = now() + make_interval(secs => r."delaySeconds")
      from jsonb_to_recordset(${asJsonb(rows)}) as r(
        "id" uuid, "state" text, "providerId" text, "delaySeconds" float8)
      where d.id = r."id" and d.state = 'unknown' and (r."state" = 'accepted' or d.lease_owner = ${owner}::uuid)`)
    wake()
  },
})
