import { foldName } from '@walkon/contracts/folded-name'
import { itemPublished } from '@walkon/contracts/events/rankings'
import { emit } from '@walkon/messaging/emit'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findName } from '../db/display-names.ts'
import { findRequest, saveDecision, type ItemRequestRow } from '../db/item-requests.ts'
import { hasItemNamed, insertItem, lockItem, lockNames, saveItem } from '../db/items.ts'
import { changesOf } from '../domain/edit-request.ts'
import { toItemPublished } from '../domain/published-item.ts'
import { holdAuthor, type Author } from './hold-author.ts'

type DecisionDeps = { db: Database; now: () => Date }

/**
 * Approves a pending request: a new item is added in the name of who asked, an edit changes its item. Once, also if two moderators decide
 * at the same moment. Throws `request-not-found`, `request-decided`, `item-exists`, `item-not-found`.
 */
export async function approveRequest(
  deps: DecisionDeps,
  moderator: Author,
  requestId: string,
): Promise<void> {
  await decide(deps, moderator, requestId, 'approved', async (tx, request, at) => {
    if (request.itemId === null) await addRequestedItem(tx, request, at)
    else await applyEdit(tx, request.itemId, request)
  })
}

/** Rejects a pending request, once. Throws `request-not-found`, `request-decided`. */
export async function rejectRequest(deps: DecisionDeps, moderator: Author, requestId: string): Promise<void> {
  await decide(deps, moderator, requestId, 'rejected', async () => {})
}

async function decide(
  { db, now }: DecisionDeps,
  moderator: Author,
  requestId: string,
  status: 'approved' | 'rejected',
  follow: (tx: Transaction, request: ItemRequestRow, at: Date) => Promise<void>,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await holdAuthor(tx, moderator)
    // Locks are taken in the order item, request, as the deletion of an item takes them.
    const found = await findRequest(tx, requestId)
    if (found?.itemId) await lockItem(tx, found.itemId)
    const decision = { status, reviewedBy: moderator.userId, reviewedAt: at }
    const request = await saveDecision(tx, requestId, decision)
    if (!request) throw await refuse(tx, requestId)
    await follow(tx, request, at)
    const action = status === 'approved' ? 'approve-request' : 'reject-request'
    await audit(tx, { actorId: moderator.userId, action, subjectId: requestId, now: at })
  })
}

async function addRequestedItem(tx: Transaction, request: ItemRequestRow, at: Date): Promise<void> {
  const { name, description, parkId, type, requestedBy: createdBy } = request
  await lockNames(tx, parkId)
  if (await hasItemNamed(tx, request)) throw itemExists(name)
  const item = await insertItem(tx, { name, description, parkId, type, createdBy, createdAt: at })
  await emit(tx, itemPublished, [toItemPublished(item)])
}

async function applyEdit(tx: Transaction, itemId: string, request: ItemRequestRow): Promise<void> {
  const { name, description, oldName, oldDescription } = request
  const changes = changesOf({ name, description, oldName: oldName ?? name, oldDescription })
  const item = await lockItem(tx, itemId)
  if (!item) throw new AppError('item-not-found', 'The item has been deleted')
  if (changes.name !== undefined && foldName(changes.name) !== foldName(item.name)) {
    await lockNames(tx, item.parkId)
    if (await hasItemNamed(tx, { ...item, name: changes.name })) throw itemExists(changes.name)
  }
  await saveItem(tx, itemId, changes)
}

const itemExists = (name: string) => new AppError('item-exists', `${name} is in the rankings already`)

/** Why a request is not decided now: another moderator was first, or there is none. */
async function refuse(db: Queryable, requestId: string): Promise<AppError> {
  const request = await findRequest(db, requestId)
  if (!request) return new AppError('request-not-found', 'No request has this id')
  const name = request.reviewedBy === null ? null : await findName(db, request.reviewedBy)
  const verb = request.status === 'approved' ? 'Approved' : 'Rejected'
  return new AppError('request-decided', `${verb} by ${name ?? 'another moderator'}`)
}
