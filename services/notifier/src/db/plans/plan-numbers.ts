import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { lockOfThing } from '@walkon/service/advisory-locks'
import { hashAddress } from '@walkon/service/address-hash'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { NumberStanding } from '../../domain/way.ts'
import { stoppedBy } from '../texts/consents.ts'
import type { AddressChange } from '../accounts/moves.ts'
import { COVERS } from './plans.ts'

/** The number that the texts of a visitor's plan go to. */

/** Why a text did not go whose number is not the plan's any more. */
export const NUMBER_REMOVED = 'number-removed'

/** A text to the number of a plan. For a statement that names the delivery `d`. */
export const IS_OF_PLAN = sql.raw(`coalesce((d.content->>'isOfPlan')::boolean, false)`)

/** Such a text whose number the visitor has removed or replaced. */
export const LOST_ITS_NUMBER = sql`(${IS_OF_PLAN} and not exists (
  select from delivery_alerts a join plan_numbers n on n.email_hash = a.email_hash
  where a.delivery_id = d.id and n.number_hash = d.address_hash))`

/** No other request chooses or removes the number of this visitor until the transaction ends. */
export async function lockPlanNumber(tx: Transaction, emailHash: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`plan-number ${emailHash}`}::text`)})`,
  )
}

export type PlanNumber = NumberStanding & { number: string; numberHash: string }

export async function findPlanNumber(db: Queryable, emailHash: string): Promise<PlanNumber | null> {
  const [row] = await db.execute<PlanNumber>(sql`
    select n.number, n.number_hash as "numberHash", c.confirmed_at is not null as "isConfirmed",
      ${stoppedBy('n.number_hash')}
    from plan_numbers n
    left join consents c on c.number_hash = n.number_hash and c.email_hash = n.email_hash
    where n.email_hash = ${emailHash}`)
  return row ?? null
}

/** The number takes the place of the one before. */
export async function savePlanNumber(
  tx: Transaction,
  { emailHash, number, chosenAt }: { emailHash: string; number: string; chosenAt: string },
): Promise<void> {
  await tx.execute(sql`
    insert into plan_numbers (email_hash, number, number_hash, chosen_at)
    values (${emailHash}, ${number}, ${hashAddress(number)}, ${chosenAt}::timestamptz)
    on conflict (email_hash) do update set number = excluded.number, number_hash = excluded.number_hash,
      chosen_at = excluded.chosen_at, moved_at = null`)
}

export async function deletePlanNumber(tx: Transaction, emailHash: string): Promise<void> {
  await tx.execute(sql`delete from plan_numbers where email_hash = ${emailHash}`)
}

export type PlanWay = { emailHash: string; planId: string; number: string }

/** Lists those of these visitors whom a plan covers and whose number has answered YES and has not stopped. */
export async function listPlanWays(tx: Transaction, emailHashes: string[]): Promise<PlanWay[]> {
  return tx.execute<PlanWay>(sql`
    select distinct on (n.email_hash) n.email_hash as "emailHash", p.id as "planId", n.number
    from plan_numbers n
    join plans p on p.email_hash = n.email_hash and ${COVERS}
    join consents c on c.number_hash = n.number_hash and c.email_hash = n.email_hash and c.confirmed_at is not null
    where n.email_hash = any(array(select jsonb_array_elements_text(${asJsonb(emailHashes)})))
      and not exists (select from suppressions s where s.channel = 'sms' and s.address_hash = n.number_hash)
    order by n.email_hash, p.covered_until desc, p.id`)
}

/** Gives the number of an address to the one that its account has since the change, unless a newer one was chosen there. */
export async function movePlanNumber(
  tx: Transaction,
  { oldEmail, newEmail, changedAt }: AddressChange,
): Promise<void> {
  await tx.execute(sql`
    with moving as (
      delete from plan_numbers
      where email_hash = ${hashAddress(oldEmail)} and greatest(chosen_at, moved_at) <= ${changedAt}::timestamptz
      returning *)
    insert into plan_numbers as n (email_hash, number, number_hash, chosen_at, moved_at)
    select ${hashAddress(newEmail)}, number, number_hash, chosen_at, ${changedAt}::timestamptz from moving
    on conflict (email_hash) do update set number = excluded.number, number_hash = excluded.number_hash,
      chosen_at = excluded.chosen_at, moved_at = excluded.moved_at
    where n.chosen_at < excluded.chosen_at`)
}

/** Deletes the older numbers of deleted accounts. */
export async function deletePlanNumbersOf(tx: Transaction, erased: ErasedAddress[]): Promise<void> {
  await tx.execute(sql`
    delete from plan_numbers n
    using jsonb_to_recordset(${asJsonb(erased)}) as e("addressHash" text, "deletedAt" timestamptz)
    where n.email_hash = e."addressHash" and greatest(n.chosen_at, n.moved_at) <= e."deletedAt"`)
}

/**
 * Numbers of before `before` whose visitor has no plan any more, or of before `unconfirmedBefore` that never answered YES. Returns
 * the hash of each.
 */
export async function deleteOldPlanNumbers(
  tx: Transaction,
  { before, unconfirmedBefore, limit }: { before: Date; unconfirmedBefore: Date; limit: number },
): Promise<string[]> {
  const deleted = await tx.execute<{ numberHash: string }>(sql`
    delete from plan_numbers where email_hash in (
      select email_hash from plan_numbers n
      where (greatest(chosen_at, moved_at) < ${before.toISOString()}::timestamptz
          and not exists (select from plans p where p.email_hash = n.email_hash))
        or (chosen_at < ${unconfirmedBefore.toISOString()}::timestamptz and not exists (
          select from consents c
          where c.number_hash = n.number_hash and c.email_hash = n.email_hash and c.confirmed_at is not null))
      limit ${limit})
    returning number_hash as "numberHash"`)
  return deleted.map(({ numberHash }) => numberHash)
}
