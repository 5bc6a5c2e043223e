import { signingKeyPublished, userConfirmed, userRolesChanged } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { listRolesOf } from '../../db/roles.ts'
import { listPublicKeys, lockRotation } from '../../db/signing-keys.ts'
import { countUsers, lockUsersAfter } from '../../db/users.ts'

/** The namespace of the ids that are derived for keys, whose own ids are no UUIDs. */
const KEYS_NAMESPACE = 'f3f0b3a6-1a57-4d0e-9d0a-5f4c6f0e7b21'

export type PublishedAgain = { users: number; signingKeys: number }

/**
 * Publishes the state of identity again, for services that join after its topic's seven days. Every account as UserConfirmed, its roles as
 * UserRolesChanged, every accepted signing key as SigningKeyPublished. Ids are derived from `name`, the thing and its state: under one name
 * a service applies each fact once, however often this runs. The outbox passes over events that it still has, an inbox over those of its
 * eight days.
 *
 * Runs beside the service, a page of accounts a transaction. A page holds off changes of its addresses and deletions of its accounts. So a
 * UserConfirmed never follows the UserDeleted of the account, or tells an address that was given up.
 */
export async function publishUsers(
  db: Database,
  name: string,
  now: Date,
  pageSize = 500,
): Promise<PublishedAgain> {
  const signingKeys = await publishKeys(db, name, now)
  let users = 0
  let page = await publishPage(db, name, null, pageSize)
  while (page.lastId !== null) {
    users += page.count
    page = await publishPage(db, name, page.lastId, pageSize)
  }
  return { users, signingKeys }
}

/** The events that would be published: a dry run. */
export async function countPublished(db: Database, now: Date): Promise<PublishedAgain> {
  return { users: await countUsers(db), signingKeys: (await listPublicKeys(db, now)).length }
}

async function publishPage(db: Database, name: string, after: string | null, limit: number) {
  return db.transaction(async (tx) => {
    const page = await lockUsersAfter(tx, after, limit)
    await emit(
      tx,
      userConfirmed,
      page.map(({ id: userId, email, emailConfirmedAt }) => {
        const confirmedAt = emailConfirmedAt.toISOString()
        return { id: deriveId(userId, `${name} ${confirmedAt}`), data: { userId, email, confirmedAt } }
      }),
    )
    await publishRolesOf(tx, name, page)
    return { count: page.length, lastId: page.at(-1)?.id ?? null }
  })
}

async function publishRolesOf(tx: Transaction, name: string, page: { id: string }[]): Promise<void> {
  const held = await listRolesOf(
    tx,
    page.map(({ id }) => id),
  )
  await emit(
    tx,
    userRolesChanged,
    held.map(({ userId, roles, grantedAt }) => {
      const changedAt = new Date(grantedAt).toISOString()
      const id = deriveId(userId, `${name} ${roles.join()} ${changedAt}`)
      return { id, data: { userId, roles, changedAt } }
    }),
  )
}

/** Under the lock of the rotation, so that a key is never published again after the event with its end. */
async function publishKeys(db: Database, name: string, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await lockRotation(tx)
    const keys = await listPublicKeys(tx, now)
    await emit(
      tx,
      signingKeyPublished,
      keys.map(({ keyId, publicKey, acceptUntil: until }) => {
        const acceptUntil = until?.toISOString() ?? null
        const id = deriveId(KEYS_NAMESPACE, `${name} ${keyId} ${acceptUntil}`)
        return { id, data: { keyId, publicKey, acceptUntil } }
      }),
    )
    return keys.length
  })
}
