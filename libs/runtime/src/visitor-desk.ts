import type { DataExport } from '@walkon/contracts/http/data-export'
import {
  FOUND_VISITORS_LIMIT,
  NEAR_VISITORS_LIMIT,
  NOBODY,
  foundVisitors,
  readVisitor,
  sought,
  visitorData,
  type FoundVisitor,
  type FoundVisitors,
  type Sought,
} from '@walkon/contracts/http/desk'
import { maskNumber } from '@walkon/contracts/mask'
import { problems } from '@walkon/contracts/http/problem'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { audit, listActionsOn } from './admin-actions.ts'
import { staffOf, type Staff } from './desk-rights.ts'
import { findNear } from './near-visitors.ts'

type Visitor = { email: string; userId: string }

/** The accounts and addresses that the service knows. */
export type KnownAccounts = {
  /** The account that has the address; null for none. */
  findAccount(email: string): Promise<string | null>
  /** True if an account of this id has any address here. Left out by identity, which knows all accounts. */
  isKnown?(userId: string): Promise<boolean>
}

export type VisitorReadOptions = {
  db: Database
  now: () => Date
  /** Lists the service's data of a visitor: those of their data export. Nothing but limits depends on the staff who read. */
  listDataOf(visitor: Visitor, staff: Staff): Promise<DataExport>
  /** Left out by a service that keeps no accounts: it finds by the address alone, and looks at no id that staff name. */
  accounts?: KnownAccounts
  /** The account whose data are read, for a service that finds none by an address; null if it has not heard of it. Throws `visitor-mismatch`. */
  findHolder?(named: { email: string; userId: string | null }): Promise<string | null>
  /** The service's check of staff in addition to the token; throws a refusal. */
  demandStaff?(request: Parameters<typeof accountOf>[0]): Promise<void>
  /** Codes of the service's own that the routes are declared with. */
  codes?: ProblemCode[]
}

export type VisitorDeskOptions = VisitorReadOptions & {
  /** Whom the service knows by this, at most `limit`. */
  findVisitors(sought: Sought, limit: number): Promise<FoundVisitor[]>
  /** The accounts that the service knows by this without an address of theirs. */
  findAccounts?(sought: Sought, limit: number): Promise<string[]>
}

const FIND = {
  summary: 'Find the visitors of an address, a number or an id',
  operationId: 'findVisitors',
  tags: ['support-desk'],
  success: `Whom this service knows by it, at most ${FOUND_VISITORS_LIMIT}; of addresses near the text the nearest ${NEAR_VISITORS_LIMIT}. The last digits of a number are for admins.`,
  body: sought,
}
const READ = {
  summary: 'Read what is kept of a visitor',
  operationId: 'readVisitor',
  tags: ['support-desk'],
  success:
    'Lists of what this service keeps of the visitor, by name; numbers in part, unless asked for whole.',
  body: readVisitor,
}

const config = { access: 'support' } as const

/** `POST /visitors/find` and `/visitors/read`, for every service that the support desk asks about visitors (docs/decisions/support-desk.md). */
export async function visitorDeskRoutes(app: HttpApp, options: VisitorDeskOptions): Promise<void> {
  const { demandStaff, codes = [] } = options
  app.post(
    '/visitors/find',
    {
      config,
      schema: {
        ...FIND,
        response: { 200: foundVisitors, ...problems('forbidden', 'too-many-requests', ...codes) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await demandStaff?.(request)
      const { userId: actorId, roles } = accountOf(request)
      const { body } = request
      if (body.kind === 'last-digits' && !roles.includes('admin'))
        throw new AppError('forbidden', 'Only admins look for a part of a number')
      return body.kind === 'near' ? findNear(options, actorId, body) : findByKey(options, actorId, body)
    },
  )
  await visitorReadRoutes(app, options)
}

/** `POST /visitors/read` alone, for a service that knows no address by which a visitor could be found. */
export async function visitorReadRoutes(
  app: HttpApp,
  { db, now, accounts, findHolder, listDataOf, demandStaff, codes = [] }: VisitorReadOptions,
): Promise<void> {
  app.post(
    '/visitors/read',
    {
      config,
      schema: { ...READ, response: { 200: visitorData, ...problems('visitor-mismatch', ...codes) } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await demandStaff?.(request)
      const { email, userId: namedId, showsNumbers, lookUpId } = request.body
      const named = { email, userId: namedId }
      const userId = findHolder ? await findHolder(named) : await findSubject(accounts, named)
      const data = await listDataOf({ email, userId: userId ?? NOBODY }, staffOf(request))
      const ids = [userId, ...idsOf(data)].filter((id) => id !== null)
      const adminActions = await listActionsOn(db, ids)
      const [subjectId] = ids
      await db.transaction((tx) =>
        audit(tx, {
          actorId: accountOf(request).userId,
          action: showsNumbers ? 'show-numbers' : 'read-visitor',
          ...(subjectId && { subjectId }),
          ...(lookUpId && { lookUpId }),
          now: now(),
        }),
      )
      return { ...(showsNumbers ? data : maskNumbers(data)), adminActions }
    },
  )
}

async function findByKey(
  { db, now, findVisitors, findAccounts }: VisitorDeskOptions,
  actorId: string,
  { kind, text, lookUpId }: Sought,
): Promise<FoundVisitors> {
  const userIds = (await findAccounts?.({ kind, text }, FOUND_VISITORS_LIMIT)) ?? []
  const found = [
    ...(await findVisitors({ kind, text }, FOUND_VISITORS_LIMIT)),
    ...userIds.map((userId) => ({ email: null, userId })),
  ]
  const [first] = found
  const subjectId = first?.userId ?? (first && kind === 'id' ? text : null)
  await db.transaction((tx) =>
    audit(tx, {
      actorId,
      action: `find-by-${kind}`,
      ...(subjectId && { subjectId }),
      ...(lookUpId && { lookUpId }),
      now: now(),
    }),
  )
  return found
}

/**
 * The account whose data are read: never what staff name, because the entry of the audit trail is about who was found. Throws
 * `visitor-mismatch` for the id of another account than that of the address. An account that the service has not heard of yet contradicts nothing.
 */
export async function findSubject(
  accounts: KnownAccounts | undefined,
  { email, userId }: { email: string; userId: string | null },
): Promise<string | null> {
  if (!accounts) return null
  const found = await accounts.findAccount(email)
  if (userId === null || userId === found) return found
  const isUnheard = found === null && (await accounts.isKnown?.(userId)) === false
  if (isUnheard) return found
  // The account's event may have been applied between the two queries.
  if (found === null && (await accounts.findAccount(email)) === userId) return userId
  throw new AppError('visitor-mismatch', 'The address and the account are not of one visitor')
}

/** Lists a person's own export: their data, and the acts of staff on their records, which may have no account in the entry. */
export async function listWithActs(
  db: Database,
  visitor: Visitor,
  listDataOf: (visitor: Visitor) => Promise<DataExport>,
): Promise<DataExport> {
  const data = await listDataOf(visitor)
  const own = data['adminActions'] ?? []
  const known = new Set(own.map(({ id }) => id))
  const ofRecords = await listActionsOn(db, idsOf(data))
  return { ...data, adminActions: [...own, ...ofRecords.filter(({ id }) => !known.has(id))] }
}

/** Ids of orders, subscriptions, deliveries: without an account they tell whose data were read, and what staff did with them. */
export const idsOf = (data: DataExport): string[] =>
  Object.entries(data)
    .flatMap(([name, records]) => (name === 'adminActions' ? [] : records))
    .flatMap(({ id }) => (typeof id === 'string' ? [id] : []))

const E164 = /^\+[1-9]\d{6,14}$/

/** Whole numbers in any field, by their last four digits. */
const maskNumbers = (data: DataExport): DataExport =>
  Object.fromEntries(Object.entries(data).map(([name, records]) => [name, records.map(maskRecord)]))

/** A record without a number is answered as it is: most of a long past are. */
function maskRecord(record: DataExport[string][number]): DataExport[string][number] {
  const whole = Object.keys(record).filter((field) => isNumber(record[field]))
  if (whole.length === 0) return record
  return {
    ...record,
    ...Object.fromEntries(whole.map((field) => [field, maskNumber(String(record[field]))])),
  }
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('+') && E164.test(value)
