import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { AddressChange } from '../accounts/moves.ts'

/** A number, and whose alerts it may be texted about. */
export type ConsentPair = { numberHash: string; emailHash: string }

export type NewConsent = ConsentPair & {
  number: string
  email: string
  version: string
  givenAt: string
  /** Since when the address is the visitor's, where an earlier one was named. */
  movedAt: string | null
  /** True if the plan of the visitor named the number, and no order. */
  isOfPlanAlone: boolean
}

/** A consent (`c`) that an order has named, or whose number is that of the visitor's plan now. */
export const IN_USE = sql.raw(`(not c.is_of_plan_alone or exists (
  select from plan_numbers n where n.email_hash = c.email_hash and n.number_hash = c.number_hash))`)

/** Why the number with this hash is not texted; of two reasons its owner's wish, which sorts last. */
export const stoppedBy = (numberHash: 'c.number_hash' | 'n.number_hash') =>
  sql.raw(`(
    select max(s.reason) from suppressions s
    where s.channel = 'sms' and s.address_hash = ${numberHash}) as "stoppedBy"`)

/**
 * Lists those of these pairs whose number is new and whose address is not. Such an address has an account, a plan, a device, alerts that
 * were sent, or a number already. Read before the pairs are kept.
 */
export async function listNewNumbers<Pair extends ConsentPair>(
  tx: Transaction,
  pairs: Pair[],
): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const rows = await tx.execute<ConsentPair>(sql`
    select p."numberHash", p."emailHash"
    from jsonb_to_recordset(${asJsonb(pairs)}) as p("numberHash" text, "emailHash" text)
    where not exists (
        select from consents c where c.number_hash = p."numberHash" and c.email_hash = p."emailHash")
      and (exists (select from consents c where c.email_hash = p."emailHash")
        or exists (select from accounts a where a.email_hash = p."emailHash")
        or exists (select from plans l where l.email_hash = p."emailHash")
        or exists (select from push_devices d where d.email_hash = p."emailHash")
        or exists (select from delivery_alerts s where s.email_hash = p."emailHash"))`)
  const fresh = new Set(rows.map(toKey))
  return pairs.filter((pair) => fresh.delete(toKey(pair)))
}

/**
 * Keeps what visitors agreed to, the newest words of each pair. Returns the pairs whose number is to be asked: those that are neither
 * confirmed nor were asked within the last hour.
 */
export async function saveConsents(tx: Transaction, consents: NewConsent[]): Promise<NewConsent[]> {
  if (consents.length === 0) return []
  const rows = await tx.execute<ConsentPair & { isToAsk: boolean }>(sql`
    insert into consents as c (number_hash, email_hash, number, email, version, given_at, moved_at, is_of_plan_alone)
    select distinct on (1, 2) "numberHash", "emailHash", "number", "email", "version", "givenAt", "movedAt", "isOfPlanAlone"
    from jsonb_to_recordset(${asJsonb(consents)}) as r("numberHash" text, "emailHash" text, "number" text, "email" text,
      "version" text, "givenAt" timestamptz, "movedAt" timestamptz, "isOfPlanAlone" boolean)
    order by 1, 2, "givenAt" desc
    on conflict (number_hash, email_hash) do update set
      ${KEEP_THE_NEWEST}
    returning number_hash as "numberHash", email_hash as "emailHash",
      confirmed_at is null and coalesce(asked_at < now() - interval '1 hour', true) as "isToAsk"`)
  const toAsk = new Set(rows.filter(({ isToAsk }) => isToAsk).map(toKey))
  return consents.filter((consent) => toAsk.delete(toKey(consent)))
}

const KEEP_THE_NEWEST = sql`
  version = case when c.given_at <= excluded.given_at then excluded.version else c.version end,
  given_at = greatest(c.given_at, excluded.given_at), moved_at = greatest(c.moved_at, excluded.moved_at),
  is_of_plan_alone = c.is_of_plan_alone and excluded.is_of_plan_alone`

/** Gives the consents of an address to the one that its account has since the change, with what their numbers have answered. Returns the numbers' hashes. */
export async function moveConsents(
  tx: Transaction,
  { oldEmail, newEmail, changedAt }: AddressChange,
): Promise<string[]> {
  const moved = await tx.execute<{ numberHash: string }>(sql`
    with moving as (
      delete from consents
      where email_hash = ${hashAddress(oldEmail)} and greatest(given_at, moved_at) <= ${changedAt}::timestamptz
      returning *)
    insert into consents as c
      (number_hash, email_hash, number, email, version, given_at, moved_at, is_of_plan_alone, asked_at, reminded_at,
       confirmed_at)
    select number_hash, ${hashAddress(newEmail)}, number, ${newEmail}, version, given_at, ${changedAt}::timestamptz,
      is_of_plan_alone, asked_at, reminded_at, confirmed_at
    from moving
    on conflict (number_hash, email_hash) do update set
      ${KEEP_THE_NEWEST},
      asked_at = greatest(c.asked_at, excluded.asked_at), reminded_at = greatest(c.reminded_at, excluded.reminded_at),
      confirmed_at = least(c.confirmed_at, excluded.confirmed_at)
    returning c.number_hash as "numberHash"`)
  return moved.map(({ numberHash }) => numberHash)
}

const toKey = ({ numberHash, emailHash }: ConsentPair) => `${numberHash} ${emailHash}`

/** True if the number was asked about the alerts of another visitor too. */
const IS_SHARED = sql.raw(`exists (
  select from consents other
  where other.number_hash = c.number_hash and other.email_hash <> c.email_hash and other.asked_at is not null)`)

/** Says whether the number was asked about the alerts of another visitor too. One of two pairs of one transaction was asked last. */
export async function saveAsked(tx: Transaction, { numberHash, emailHash }: ConsentPair): Promise<boolean> {
  const [asked] = await tx.execute<{ isShared: boolean }>(sql`
    update consents c set asked_at = clock_timestamp(), reminded_at = null
    where number_hash = ${numberHash} and email_hash = ${emailHash}
    returning ${IS_SHARED} as "isShared"`)
  return asked?.isShared ?? false
}

/** Lists those of these pairs that may be texted: confirmed, and the number has not stopped. */
export async function listTextable(
  tx: Transaction,
  pairs: ConsentPair[],
): Promise<(pair: ConsentPair) => boolean> {
  if (pairs.length === 0) return () => false
  const rows = await tx.execute<ConsentPair>(sql`
    select c.number_hash as "numberHash", c.email_hash as "emailHash"
    from jsonb_to_recordset(${asJsonb(pairs)}) as p("numberHash" text, "emailHash" text)
    join consents c on c.number_hash = p."numberHash" and c.email_hash = p."emailHash"
    where c.confirmed_at is not null and not exists (
      select from suppressions s where s.channel = 'sms' and s.address_hash = c.number_hash)`)
  const textable = new Set(rows.map(toKey))
  return (pair) => textable.has(toKey(pair))
}

/**
 * The number's owner has answered YES: the pair that was asked last by then is confirmed, and no other, which a stranger may have
 * named. A reminder asks again. Returns whose alerts they are; null for a number that was not asked by then.
 */
export async function saveConfirmed(
  tx: Transaction,
  numberHash: string,
  saidAt: Date,
): Promise<AskedAddress | null> {
  const said = sql`${saidAt.toISOString()}::timestamptz`
  const [confirmed] = await tx.execute<AskedAddress>(sql`
    update consents set confirmed_at = coalesce(confirmed_at, now())
    where (number_hash, email_hash) = (
      select number_hash, email_hash from consents
      where number_hash = ${numberHash} and asked_at <= ${said}
      order by greatest(asked_at, case when reminded_at <= ${said} then reminded_at end) desc limit 1)
    returning email, greatest(given_at, moved_at) as "knownAt"`)
  return confirmed ?? null
}

/** The address whose alerts a number was asked about. */
export type AskedAddress = { email: string; knownAt: string }

export type WaitingNumber = UnansweredQuestion & { wasJustAsked: boolean }

/** The numbers of a visitor's orders and plan that have neither answered nor stopped, locked. */
export async function lockWaitingNumbers(tx: Transaction, emailHash: string): Promise<WaitingNumber[]> {
  return tx.execute<WaitingNumber>(sql`
    select number_hash as "numberHash", email_hash as "emailHash", number, email,
      greatest(given_at, moved_at) as "knownAt",
      coalesce(asked_at > now() - interval '1 minute', false) as "wasJustAsked"
    from consents c
    where email_hash = ${emailHash} and confirmed_at is null and ${IN_USE} and not exists (
      select from suppressions s where s.channel = 'sms' and s.address_hash = c.number_hash)
    order by given_at for update`)
}

/** Finds the address whose alerts the number was last asked about; null if it was never asked. */
export async function findAskedAddress(tx: Transaction, numberHash: string): Promise<AskedAddress | null> {
  const [asked] = await tx.execute<AskedAddress>(sql`
    select email, greatest(given_at, moved_at) as "knownAt" from consents where number_hash = ${numberHash} and asked_at is not null
    order by greatest(asked_at, reminded_at) desc limit 1`)
  return asked ?? null
}

export type UnansweredQuestion = ConsentPair & { number: string; email: string; knownAt: string }
const UNANSWERED = sql.raw(
  `number_hash as "numberHash", email_hash as "emailHash", number, email, greatest(given_at, moved_at) as "knownAt"`,
)

/** Marks as reminded the numbers that were asked so long ago and have not answered. Stopped or unused numbers are left out. */
export async function saveReminded(
  tx: Transaction,
  { afterMinutes, limit }: { afterMinutes: number; limit: number },
): Promise<(UnansweredQuestion & { isShared: boolean })[]> {
  return tx.execute<UnansweredQuestion & { isShared: boolean }>(sql`
    update consents c set reminded_at = clock_timestamp()
    where (number_hash, email_hash) in (
      select number_hash, email_hash from consents c
      where confirmed_at is null and reminded_at is null
        and asked_at between now() - interval '1 day' and now() - make_interval(mins => ${afterMinutes}) and ${IN_USE}
        and not exists (
          select from suppressions s where s.channel = 'sms' and s.address_hash = c.number_hash)
      order by asked_at limit ${limit} for update skip locked)
    returning ${UNANSWERED}, ${IS_SHARED} as "isShared"`)
}

/**
 * Takes numbers that were named within a day and could not be asked then. Each is marked as reminded, so that it is taken once: a question
 * takes the mark away. Stopped or unused numbers are left out.
 */
export async function takeUnasked(tx: Transaction, limit: number): Promise<UnansweredQuestion[]> {
  return tx.execute<UnansweredQuestion>(sql`
    update consents c set reminded_at = now()
    where (number_hash, email_hash) in (
      select number_hash, email_hash from consents c
      where confirmed_at is null and reminded_at is null and asked_at is null
        and given_at > now() - interval '1 day' and ${IN_USE}
        and not exists (
          select from suppressions s where s.channel = 'sms' and s.address_hash = c.number_hash)
      order by given_at limit ${limit} for update skip locked)
    returning ${UNANSWERED}`)
}

/** Deletes the older consents of deleted accounts, and returns their pairs. */
export async function deleteConsentsOf(
  tx: Transaction,
  erased: { addressHash: string; deletedAt: string }[],
): Promise<ConsentPair[]> {
  return tx.execute<ConsentPair>(sql`
    delete from consents c
    using jsonb_to_recordset(${asJsonb(erased)}) as e("addressHash" text, "deletedAt" timestamptz)
    where c.email_hash = e."addressHash" and greatest(c.given_at, c.moved_at) <= e."deletedAt"
    returning c.number_hash as "numberHash", c.email_hash as "emailHash"`)
}

/** Consents of before `before` that are no plan's number, or of before `unconfirmedBefore` and never confirmed. Returns the hash of the number of each. */
export async function deleteOldConsents(
  tx: Transaction,
  { before, unconfirmedBefore, limit }: { before: Date; unconfirmedBefore: Date; limit: number },
): Promise<string[]> {
  const deleted = await tx.execute<{ numberHash: string }>(sql`
    delete from consents where (number_hash, email_hash) in (
      select number_hash, email_hash from consents c
      where (given_at < ${before.toISOString()}::timestamptz and not exists (
          select from plan_numbers n where n.email_hash = c.email_hash and n.number_hash = c.number_hash))
        or (confirmed_at is null and given_at < ${unconfirmedBefore.toISOString()}::timestamptz)
      limit ${limit})
    returning number_hash as "numberHash"`)
  return deleted.map(({ numberHash }) => numberHash)
}
