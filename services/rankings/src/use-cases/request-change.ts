import type { newEditRequest, newItemRequest } from '@walkon/contracts/http/rankings'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { hash, randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { countOpenRequests, insertRequest, type ItemRequestRow } from '../db/item-requests.ts'
import { findItem, hasItemNamed } from '../db/items.ts'
import { findPark } from '../db/parks.ts'
import { changesOf } from '../domain/edit-request.ts'
import { maskProfanity } from '../domain/profanity.ts'
import { foldSeenName } from '../domain/seen-name.ts'
import { holdAuthor, type Author } from './hold-author.ts'

export type RequestDeps = { db: Database; openRequestsPerAccount: number; now: () => Date }

type Proposal = Pick<
  ItemRequestRow,
  'itemId' | 'name' | 'description' | 'oldName' | 'oldDescription' | 'parkId' | 'type'
>

/**
 * Stores a visitor's suggestion of a new item, for a moderator. Throws `unknown-park`, `item-exists`, `request-exists`,
 * `too-many-open-requests`, `unauthorized`.
 */
export async function requestItem(
  deps: RequestDeps,
  author: Author,
  { parkId, type, ...written }: z.output<typeof newItemRequest>,
): Promise<string> {
  const proposed = maskTexts(written)
  return storeRequest(deps, author, async (tx) => {
    if (!(await findPark(tx, parkId))) throw new AppError('unknown-park', 'No park has this id')
    if (await hasItemNamed(tx, { name: proposed.name, parkId, type }))
      throw new AppError('item-exists', `${proposed.name} is in the rankings already`)
    return { ...proposed, parkId, type, itemId: null, oldName: null, oldDescription: null }
  })
}

/**
 * Stores what a visitor would change of an item, for a moderator. Throws `item-not-found`, `no-changes`, `request-exists`,
 * `too-many-open-requests`, `unauthorized`.
 */
export async function requestEdit(
  deps: RequestDeps,
  author: Author,
  itemId: string,
  written: z.output<typeof newEditRequest>,
): Promise<string> {
  const proposed = maskTexts(written)
  return storeRequest(deps, author, async (tx) => {
    const item = await findItem(tx, itemId)
    if (!item) throw new AppError('item-not-found', 'No item has this id')
    const { name: oldName, description: oldDescription, parkId, type } = item
    const edit = { ...proposed, oldName, oldDescription }
    if (Object.keys(changesOf(edit)).length === 0)
      throw new AppError('no-changes', 'The item has this name and description')
    return { ...edit, itemId, parkId, type }
  })
}

const maskTexts = ({ name, description }: { name: string; description: string | null }) => ({
  name: maskProfanity(name),
  description: description === null ? null : maskProfanity(description),
})

async function storeRequest(
  { db, openRequestsPerAccount, now }: RequestDeps,
  author: Author,
  propose: (tx: Transaction) => Promise<Proposal>,
): Promise<string> {
  return db.transaction(async (tx) => {
    // An author's requests come one after another, so that the count holds.
    await holdAuthor(tx, author)
    const proposal = await propose(tx)
    if ((await countOpenRequests(tx, author.userId)) >= openRequestsPerAccount)
      throw new AppError(
        'too-many-open-requests',
        `${openRequestsPerAccount} suggestions are waiting already`,
      )
    const id = randomUUIDv7()
    const isStored = await insertRequest(tx, {
      ...proposal,
      id,
      proposalHash: hashProposal(proposal),
      requestedBy: author.userId,
      createdAt: now(),
      status: 'pending',
      rejection: null,
      reviewedBy: null,
      reviewedAt: null,
    })
    if (!isStored) throw new AppError('request-exists', 'The same suggestion is waiting for a moderator')
    return id
  })
}

/** A new item is the same by its name alone; an edit by all that it proposes. */
function hashProposal({ itemId, parkId, type, name, description }: Proposal): string {
  const proposed = itemId === null ? [parkId, type, foldSeenName(name)] : [itemId, name, description]
  return hash('sha256', JSON.stringify(proposed), 'hex')
}
