import { itemPublished } from '@walkon/contracts/events/rankings'
import type { Approval, Rejection, RejectionReason } from '@walkon/contracts/http/moderation'
import { emit } from '@walkon/messaging/emit'
import { auditOnce } from '@walkon/runtime/admin-actions'
import { requestUserLetter } from '@walkon/runtime/request-letter'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findName } from '../db/display-names.ts'
import { findRequest, saveDecision, type ItemRequestRow } from '../db/item-requests.ts'
import { hasItemNamed, insertItem, lockItem, lockNames, saveItem } from '../db/items.ts'
import { toDecidedSuggestionLetter } from '../domain/decided-suggestion-letter.ts'
import { changesOf } from '../domain/edit-request.ts'
import { USEFUL } from '../domain/letter-lifetime.ts'
import { toItemPublished } from '../domain/published-item.ts'
import { foldSeenName } from '../domain/seen-name.ts'
import { holdAuthor, type Author } from './hold-author.ts'

type DecisionDeps = { db: Database; now: () => Date }

/**
 * Approves a pending request: a new item is added in the asker's name, an edit changes its item. Once, also if two moderators decide at the
 * same moment; the same `requestId` again is the same decision. `name` and `type` correct those of a new item. The author of the request is
 * told. Throws `request-not-found`, `request-decided`, `item-exists`, `item-not-found`, `invalid-request` for an edit that is corrected.
 */
export async function approveRequest(
  deps: DecisionDeps,
  moderator: Author,
  id: string,
  { requestId, ...corrected }: NonNullable<Approval> = {},
): Promise<void> {
  const given: Given = { id, status: 'approved', rejection: null, requestId }
  await decide(deps, moderator, given, async (tx, request, at) => {
    if (request.itemId === null) return addRequestedItem(tx, request, corrected, at)
    if (corrected.name !== undefined || corrected.type !== undefined)
      throw new AppError('invalid-request', 'An edit is taken as it was asked for')
    await applyEdit(tx, request.itemId, request)
    return request.itemId
  })
}

/** Rejects a pending request, once, and tells who asked why. Throws `request-not-found`, `request-decided`. */
export async function rejectRequest(
  deps: DecisionDeps,
  moderator: Author,
  id: string,
  { requestId, reason }: NonNullable<Rejection> = {},
): Promise<void> {
  const given: Given = { id, status: 'rejected', rejection: reason ?? 'other', requestId }
  await decide(deps, moderator, given, () => Promise.resolve(null))
}

type Given = {
  id: string
  status: 'approved' | 'rejected'
  rejection: RejectionReason | null
  requestId: string | undefined
}

/** `follow` applies the decision, and returns the item that there is now. */
async function decide(
  { db, now }: DecisionDeps,
  moderator: Author,
  given: Given,
  follow: (tx: Transaction, request: ItemRequestRow, at: Date) => Promise<string | null>,
): Promise<void> {
  const { id, status, rejection } = given
  const at = now()
  await db.transaction(async (tx) => {
    await holdAuthor(tx, moderator)
    if (!(await recordDecision(tx, moderator, given, at))) return
    // Locks are taken in the order item, request, as the deletion of an item takes them.
    const found = await findRequest(tx, id)
    if (found?.itemId) await lockItem(tx, found.itemId)
    const decision = { status, rejection, reviewedBy: moderator.userId, reviewedAt: at }
    const request = await saveDecision(tx, id, decision)
    if (!request) throw await refuse(tx, id)
    await tellAuthor(tx, request, await follow(tx, request, at), at)
  })
}

/** False for a request that has decided already. */
function recordDecision(tx: Transaction, moderator: Author, given: Given, now: Date): Promise<boolean> {
  const { id: subjectId, status, requestId } = given
  const action = status === 'approved' ? 'approve-request' : 'reject-request'
  return auditOnce(tx, { actorId: moderator.userId, action, subjectId, now, requestId })
}

/** Tells the asker the outcome of a request. */
export async function tellAuthor(
  tx: Transaction,
  request: ItemRequestRow,
  itemId: string | null,
  at: Date,
): Promise<void> {
  if (request.requestedBy === null) return
  const { id, requestedBy: userId, oldName, name, status, rejection } = request
  const isEdit = request.itemId !== null
  const letter = toDecidedSuggestionLetter({ name: oldName ?? name, isEdit, itemId, rejection })
  const occasion = status
  await requestUserLetter(tx, 'rankings', { userId, about: id, occasion, letter, useful: USEFUL }, at)
}

async function addRequestedItem(
  tx: Transaction,
  request: ItemRequestRow,
  corrected: Pick<NonNullable<Approval>, 'name' | 'type'>,
  at: Date,
): Promise<string> {
  const { description, parkId, requestedBy: createdBy } = request
  const { name = request.name, type = request.type } = corrected
  await lockNames(tx, parkId)
  if (await hasItemNamed(tx, { name, parkId, type })) throw itemExists(name)
  const item = await insertItem(tx, { name, description, parkId, type, createdBy, createdAt: at })
  await emit(tx, itemPublished, [toItemPublished(item)])
  return item.id
}

async function applyEdit(tx: Transaction, itemId: string, request: ItemRequestRow): Promise<void> {
  const { name, description, oldName, oldDescription } = request
  const changes = changesOf({ name, description, oldName: oldName ?? name, oldDescription })
  const item = await lockItem(tx, itemId)
  if (!item) throw new AppError('item-not-found', 'The item has been deleted')
  if (changes.name !== undefined && foldSeenName(changes.name) !== foldSeenName(item.name)) {
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
