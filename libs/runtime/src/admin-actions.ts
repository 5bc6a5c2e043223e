import { randomUUID } from 'node:crypto'
import { adminAction, adminActionQuery, type AdminActionQuery } from '@walkon/contracts/http/admin-actions'
import { pageOf, type Page } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import type { accountOf } from '@walkon/service/access'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { keysetOf } from '@walkon/service/keyset-page'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, getTableColumns, gte, lt, or, sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { daysBefore, retentionDays as days, type Purge } from './purge-daily.ts'

/** The setting `ADMIN_ACTION_RETENTION_DAYS` of every service that keeps acts: they are deleted after so many days. */
export const adminActionDays = days.default(730)

/** Acts of admins and moderators, by ids alone (docs/decisions/admin-actions.md). */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The account that acted. */
    actorId: uuid().notNull(),
    /** In kebab-case, `retire-promo-code`. */
    action: text().notNull(),
    /** An id, or the name of a thing that has no other; never an address. */
    subjectId: text(),
    reason: text(),
    /** A look-up of the support desk asks several services, and has the same id in each of them. */
    lookUpId: uuid(),
    actedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('admin_actions_by_time').on(table.actedAt, table.id),
    // For the acts of one account, or on one thing: in the order of the list, among as many as two years bring.
    index('admin_actions_by_actor').on(table.actorId, table.actedAt, table.id),
    index('admin_actions_by_subject').on(table.subjectId, table.actedAt, table.id),
  ],
)

export type AdminActionRow = typeof adminActions.$inferSelect

export type NewAdminAction = {
  actorId: string
  action: string
  subjectId?: string
  reason?: string
  lookUpId?: string
  now: Date
}

/** Records an act in the transaction that does it: neither is there without the other. */
export async function audit(tx: Transaction, { now, ...act }: NewAdminAction): Promise<void> {
  await tx.insert(adminActions).values({ ...act, actedAt: now })
}

/**
 * Records an act under the id of its request. False where that is recorded already: the caller then changes nothing, so that a retry after
 * a lost answer is no second act. The same request at the same time waits until this transaction has ended. A request without an id is an act
 * of its own. Throws `decision-conflict` for the id of another act, or of the same one for another reason.
 */
export async function auditOnce(
  tx: Transaction,
  { requestId: id = randomUUID(), now, ...act }: NewAdminAction & { requestId: string | undefined },
): Promise<boolean> {
  const inserted = await tx
    .insert(adminActions)
    .values({ ...act, id, actedAt: now })
    .onConflictDoNothing({ target: adminActions.id })
    .returning({ id: adminActions.id })
  if (inserted.length > 0) return true
  const [before] = await tx.select().from(adminActions).where(eq(adminActions.id, id))
  const { actorId, action, subjectId = null, reason = null } = act
  const asked = [actorId, action, subjectId, reason]
  const done = [before?.actorId, before?.action, before?.subjectId, before?.reason]
  if (asked.some((part, place) => part !== done[place])) throw conflict('Another act has this requestId')
  return false
}

/** Refuses a decision about something that is another by now. */
export function demandVersion(seen: number, present: number): void {
  if (seen !== present) throw conflict('It is not as it was seen any more')
}

export const conflict = (detail: string) => new AppError('decision-conflict', detail)

/** Lists the acts of an account and those on it, the oldest first: for `GET /export`. */
export const listActionsOf = (db: Queryable, userId: string): Promise<AdminActionRow[]> =>
  db
    .select()
    .from(adminActions)
    .where(or(eq(adminActions.actorId, userId), eq(adminActions.subjectId, userId)))
    .orderBy(adminActions.actedAt)

/** Lists the acts on any of these, the oldest first: for the support desk. */
export const listActionsOn = (db: Queryable, subjectIds: string[]): Promise<AdminActionRow[]> =>
  db
    .select()
    .from(adminActions)
    .where(sql`${adminActions.subjectId} in (select jsonb_array_elements_text(${asJsonb(subjectIds)}))`)
    .orderBy(adminActions.actedAt)

/** For `purgeDaily`: entries older than the retention, in days. */
export const purgeAdminActions = (
  { db, now }: { db: Database; now: () => Date },
  retentionDays: number,
): Purge => ({
  tables: ['admin_actions'],
  deleteBatch: async (limit) => {
    const deleted = await db.execute(sql`
      delete from admin_actions where id = any(array(
        select id from admin_actions where acted_at < ${daysBefore(now(), retentionDays).toISOString()}::timestamptz
        order by acted_at limit ${limit}))`)
    return { admin_actions: deleted.count }
  },
})

const newest = keysetOf([adminActions.actedAt, adminActions.id], 'desc')

/** Lists a page of acts, the newest first. */
export async function listActions(db: Queryable, query: AdminActionQuery): Promise<Page<AdminActionRow>> {
  const { limit, cursor, actorId, action, subjectId, from, until } = query
  const rows = await db
    .select({ ...getTableColumns(adminActions), key: newest.key })
    .from(adminActions)
    .where(
      and(
        newest.after(cursor),
        actorId === undefined ? undefined : eq(adminActions.actorId, actorId),
        action === undefined ? undefined : eq(adminActions.action, action),
        subjectId === undefined ? undefined : eq(adminActions.subjectId, subjectId),
        from === undefined ? undefined : gte(adminActions.actedAt, new Date(from)),
        until === undefined ? undefined : lt(adminActions.actedAt, new Date(until)),
      ),
    )
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

export type AdminActionOptions = {
  db: Database
  /** The service's check of an admin in addition to the token; throws a refusal. */
  demandAdmin?(request: Parameters<typeof accountOf>[0]): Promise<void>
  /** Codes of the service's own that the route is declared with. */
  codes?: ProblemCode[]
}

/** `GET /admin-actions`, for every service whose admins or moderators change something. */
export async function adminActionRoutes(
  app: HttpApp,
  { db, demandAdmin, codes = [] }: AdminActionOptions,
): Promise<void> {
  app.get(
    '/admin-actions',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'List what admins and moderators did, newest first',
        operationId: 'listAdminActions',
        tags: ['admin-actions'],
        success: 'A page of acts; `next` is the cursor of the page after it.',
        querystring: adminActionQuery,
        response: { 200: pageOf(adminAction), ...problems(...codes) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await demandAdmin?.(request)
      const { items, next } = await listActions(db, request.query)
      return { items: items.map((row) => ({ ...row, actedAt: row.actedAt.toISOString() })), next }
    },
  )
}
