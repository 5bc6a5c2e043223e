import { subscriptionMoved } from '@walkon/contracts/events/alerts'
import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import type { DataExport } from '@walkon/contracts/http/data-export'
import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import { heard, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { publishedAt } from './dated-events.ts'
import { createTestNotifier } from './notifier.ts'

/** The addresses of an account, one after the other. */
export const OLD = 'ada@example.com'
export const NEW = 'lovelace@example.com'
export const LAST = 'byron@example.com'
const USER_ID = randomUUID()
export const OUTSIDER = 'oscar@example.com'

/** The notifier, and an account that goes from one address to another. */
export async function createMovesNotifier() {
  const { hear, ...notifier } = await createTestNotifier()
  const { accounts, app, db } = notifier
  const instants = instantsOfChange()
  const getAs = async <Body>(email: string, url: string) =>
    (await app.inject({ url, headers: accounts.headersFor({ email }) })).json<Body>()
  return {
    ...notifier,
    ...instants,
    ...eventsOfMoves(instants),
    hear: (...events: Heard[]) => hear(events),

    /** The owners of the numbers answer YES to the questions so far. */
    sayYes: () => db.execute(sql`update consents set confirmed_at = now() where asked_at is not null`),
    /** All deliveries have reached the state. */
    settle: (state: string) => db.execute(sql`update deliveries set state = ${state}, content = null`),

    listRows: () =>
      db.execute<{ address: string; email: string; state: string }>(
        sql`select address, email, state from deliveries order by requested_at, address`,
      ),
    textsOf: (source: string) =>
      db.execute<{ id: string; address: string; email: string }>(
        sql`select id, address, email from deliveries where channel = 'sms' and source = ${source}`,
      ),
    listConsents: () =>
      db.execute(sql`select number, email, confirmed_at is not null as "isConfirmed" from consents`),
    historyOf: (email: string) => getAs<HistoryEntry[]>(email, '/history'),
    exportOf: (email: string) => getAs<DataExport>(email, '/export'),
  }
}

type Instants = ReturnType<typeof instantsOfChange>

const instantsOfChange = () => ({
  before: new Date(Date.now() - 60_000),
  change: new Date(Date.now() - 30_000),
  after: new Date(Date.now() - 10_000),
})

/** Events of the account and its subscriptions. */
const eventsOfMoves = ({ change, after }: Instants) => ({
  changed: (oldEmail = OLD, newEmail = NEW, changedAt = change): Heard =>
    heard(userAddressChanged, {
      userId: USER_ID,
      oldEmail,
      newEmail,
      changedAt: changedAt.toISOString(),
    }),
  moved: (subscriptionId: string, email = NEW, changedAt = change): Heard =>
    heard(subscriptionMoved, { subscriptionId, email, changedAt: changedAt.toISOString() }),
  /** The deletion of the account that changed its address. */
  deleted: (): Heard =>
    deletionOf(after, NEW, { addressHash: hashAddress(OLD), usedUntil: change.toISOString() }, USER_ID),
})

/** The deletion of an account that has this address, with one that it had before; of an earlier user unless its id is given. */
export const deletionOf = (
  occurredAt: Date,
  email: string,
  former?: { addressHash: string; usedUntil: string },
  userId: string = randomUUID(),
): Heard =>
  publishedAt(
    occurredAt,
    heard(userDeleted, {
      userId,
      addressHashes: [hashAddress(email), ...(former ? [former.addressHash] : [])],
      formerAddresses: former ? [former] : [],
      deletedAt: occurredAt.toISOString(),
    }),
  )
