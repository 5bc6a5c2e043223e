import { lockOfThing } from '@walkon/service/advisory-locks'
import { clientNetwork } from '@walkon/service/client-network'
import type { Database, Transaction } from '@walkon/service/database'
import { deriveKey } from '@walkon/service/encryption'
import { AppError } from '@walkon/service/errors'
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createHmac } from 'node:crypto'
import type { Purge } from './purge-daily.ts'

/**
 * Mails of a day that ask an address for a proof. Rows outlast each request and each erasure: the limits would end with them
 * (docs/decisions/limits-lock-nobody-out.md).
 */
export const countedMails = pgTable(
  'counted_mails',
  {
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    /** Such as `flight-alert`. */
    kind: text().notNull(),
    /** HMAC of the normalised address, hex. */
    addressKey: text().notNull(),
    /** HMAC of the client network, hex; `owner` for requests that come with a proof of the address. */
    askedFrom: text().notNull(),
    sent: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressKey, table.kind, table.day, table.askedFrom] }),
    index('counted_mails_by_day').on(table.day),
  ],
)

/** A day's mails of one kind to an address that one client network may cause. */
export const MAILS_PER_NETWORK = 3
/** A day's mails of one kind to an address that all client networks may cause. The owner's own requests have as many again. */
export const MAILS_PER_ADDRESS = 10

export type AskedMail = {
  email: string
  client: string
  /** The request comes with the address's account, its manage link or a browser that it knows. */
  isOwners: boolean
}

export type CountedMails = {
  /**
   * Counts one more mail, in the transaction that requests it: a mail that is rolled back was not sent. Requests about one address wait for
   * each other. Throws `address-mailed-enough`.
   */
  count(tx: Transaction, asked: AskedMail, now: Date): Promise<void>
}

const OWNER = 'owner'

/** `keys` are those of sealed tokens. Under a new first key the counts of the day begin again. */
export function createCountedMails(kind: string, keys: Uint8Array[]): CountedMails {
  const [secret] = keys
  if (!secret) throw new Error('At least one key is needed')
  const key = deriveKey(secret, 'counted-mails')
  const keyed = (subject: string) => createHmac('sha256', key).update(subject).digest('hex')

  return {
    async count(tx, { email, client, isOwners }, now) {
      const day = toDay(now)
      const addressKey = keyed(`address ${email.trim().toLowerCase()}`)
      const askedFrom = isOwners ? OWNER : keyed(`network ${clientNetwork(client)}`)
      await tx.execute(
        sql`select pg_advisory_xact_lock(${lockOfThing(sql`'mails.' || ${addressKey}::text`)})`,
      )
      const [sent] = await tx.execute<{ ofAsker: number; ofStrangers: number }>(sql`
        select coalesce(sum(sent) filter (where asked_from = ${askedFrom}), 0)::int as "ofAsker",
          coalesce(sum(sent) filter (where asked_from <> ${OWNER}), 0)::int as "ofStrangers"
        from counted_mails where address_key = ${addressKey} and kind = ${kind} and day = ${day}::date`)
      const { ofAsker, ofStrangers } = sent ?? { ofAsker: 0, ofStrangers: 0 }
      const isSpent = isOwners
        ? ofAsker >= MAILS_PER_ADDRESS
        : ofAsker >= MAILS_PER_NETWORK || ofStrangers >= MAILS_PER_ADDRESS
      if (isSpent) throw mailsSpent(kind, now)
      await tx.execute(sql`
        insert into counted_mails as counted (day, kind, address_key, asked_from, sent)
        values (${day}::date, ${kind}, ${addressKey}, ${askedFrom}, 1)
        on conflict (address_key, kind, day, asked_from) do update set sent = counted.sent + 1`)
    },
  }
}

const DAY_SECONDS = 86_400

/** Says aloud that no mail leaves, and when one may. */
const mailsSpent = (kind: string, now: Date) =>
  new AppError(
    'address-mailed-enough',
    'This address was mailed as often as it is in a day. Use the newest mail, or ask again after midnight UTC.',
    {
      retryAfterSeconds: DAY_SECONDS - (Math.floor(now.getTime() / 1_000) % DAY_SECONDS),
      limit: `${kind}-mails`,
    },
  )

const toDay = (instant: Date): string => instant.toISOString().slice(0, 10)

/** Purges the counts of days that are over. */
export const purgeCountedMails = ({ db, now }: { db: Database; now: () => Date }): Purge => ({
  tables: ['counted_mails'],
  deleteBatch: async (limit) => {
    const deleted = await db.execute(sql`
      delete from counted_mails where ctid = any(array(
        select ctid from counted_mails where day < ${toDay(now())}::date limit ${limit}))`)
    return { counted_mails: deleted.count }
  },
})
