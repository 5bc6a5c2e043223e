import { letterSettled } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Database, Transaction } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { Gauge } from 'prom-client'
import { countOverdue, reconcile, saveAccounted, type Ledger } from './accounting.ts'
import { daysBefore, purgeOf, type Purge } from './purge-daily.ts'

const instant = () => timestamp({ withTimezone: true })

/** The letters that a service has requested, until each has come to an end. No row names a person. */
export const requestedLetters = pgTable(
  'requested_letters',
  {
    /** The notification's id, which is also that of the event that requested it. */
    id: uuid().primaryKey(),
    /** The letter's name. */
    kind: text().notNull(),
    /** The id of the thing that it is about. */
    about: uuid(),
    requestedAt: instant().notNull().defaultNow(),
    /** When its first end was heard of. */
    accountedAt: instant(),
    /** When it was last requested again, because it was overdue. */
    republishedAt: instant(),
  },
  (table) => [
    index('requested_letters_about').on(table.about),
    index('requested_letters_by_time').using('brin', table.requestedAt),
    index('requested_letters_unaccounted').on(table.requestedAt).where(sql`${table.accountedAt} is null`),
  ],
)

const LETTERS: Ledger = {
  table: sql`requested_letters`,
  eventId: sql`id`,
  madeAt: sql`requested_at`,
}

/** As long as notifier keeps the deliveries of the letters by default. */
const KEPT_DAYS = 30

export type RequestedLetter = { id: string; kind: string; about: string | null }

/** Notes letters in the transaction that requests them. One that was requested before stays as it is. */
export async function insertRequestedLetters(tx: Transaction, letters: RequestedLetter[]): Promise<void> {
  if (letters.length === 0) return
  await tx.execute(sql`
    insert into requested_letters (id, kind, about)
    select id, kind, about from jsonb_to_recordset(${asJsonb(letters)}) as r(id uuid, kind text, about uuid)
    on conflict (id) do nothing`)
}

/** Forgets letters that are needed no longer. */
export async function deleteRequestedLetters(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`delete from requested_letters where id = any(${uuids(ids)})`)
}

/** Parts of a service that requests letters: what hears of their ends, and what requests lost ones again. */
export function accountForLetters(deps: { db: Database; log: Log; metrics: Metrics }): {
  handlers: Handler[]
  jobs: Job[]
} {
  measureLetters(deps)
  return {
    handlers: [
      on(letterSettled, (events, tx) =>
        saveAccounted(
          tx,
          LETTERS,
          events.map(({ data }) => data.notificationId),
        ),
      ),
    ],
    jobs: [reconcile('reconcile-letters', LETTERS, deps)],
  }
}

/** The series without a kind is 0, so that the gauge is there while no letter is overdue. A kind that was overdue stays with 0. */
function measureLetters({ db, metrics }: { db: Database; metrics: Metrics }): void {
  const overdue = new Set<string>()
  const unaccounted = new Gauge({
    name: 'letters_unaccounted',
    help: 'Letters older than three minutes without an end state, by kind. Must be 0',
    labelNames: ['letter'],
    registers: [],
    async collect() {
      const counts = await countOverdue(db, LETTERS, sql`kind`)
      this.set(0)
      for (const name of counts.keys()) overdue.add(name)
      for (const name of overdue) this.set({ letter: name }, counts.get(name) ?? 0)
    },
  })
  metrics.registerMetric(unaccounted)
}

/** For `purgeDaily`. */
export const purgeRequestedLetters = ({ db, now }: { db: Database; now: () => Date }): Purge =>
  purgeOf('requested_letters', async (limit) => {
    const deleted = await db.execute(sql`
      delete from requested_letters where id = any(array(
        select id from requested_letters
        where requested_at < ${daysBefore(now(), KEPT_DAYS).toISOString()}::timestamptz limit ${limit}))`)
    return deleted.count
  })
