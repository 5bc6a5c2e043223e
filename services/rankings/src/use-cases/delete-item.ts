import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { rejectEditsOf } from '../db/item-requests.ts'
import { deleteItem as deleteRow, insertDeletedFeedItem, lockItem } from '../db/items.ts'
import { tellAuthor } from './decide-item-request.ts'
import { holdAuthor, type Author } from './hold-author.ts'

/**
 * Deletes an item with its ratings and reviews, and rejects its open edits, whose authors are told. No catalogue brings an item of the feed back. Throws
 * `item-not-found`.
 */
export async function deleteItem(
  { db, now }: { db: Database; now: () => Date },
  admin: Author,
  itemId: string,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await holdAuthor(tx, admin)
    const item = await lockItem(tx, itemId)
    if (!item) throw new AppError('item-not-found', 'No item has this id')
    if (item.feedId !== null) await insertDeletedFeedItem(tx, item.feedId, at)
    const decision = {
      status: 'rejected',
      rejection: 'gone',
      reviewedBy: admin.userId,
      reviewedAt: at,
    } as const
    for (const edit of await rejectEditsOf(tx, itemId, decision)) await tellAuthor(tx, edit, null, at)
    await deleteRow(tx, itemId)
    await audit(tx, { actorId: admin.userId, action: 'delete-item', subjectId: itemId, now: at })
  })
}
