import { itemPublished } from '@walkon/contracts/events/rankings'
import type { newItem } from '@walkon/contracts/http/rankings'
import { emit } from '@walkon/messaging/emit'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import { hasItemNamed, insertItem, lockNames } from '../db/items.ts'
import { findPark } from '../db/parks.ts'
import { toItemPublished } from '../domain/published-item.ts'
import { holdAuthor, type Author } from './hold-author.ts'

/** Adds an item in the name of an admin. Throws `unknown-park`, `item-exists`. */
export async function addItem(
  { db, now }: { db: Database; now: () => Date },
  admin: Author,
  item: z.output<typeof newItem>,
): Promise<string> {
  const at = now()
  return db.transaction(async (tx) => {
    await holdAuthor(tx, admin)
    if (!(await findPark(tx, item.parkId))) throw new AppError('unknown-park', 'No park has this id')
    await lockNames(tx, item.parkId)
    if (await hasItemNamed(tx, item))
      throw new AppError('item-exists', `${item.name} is in the rankings already`)
    const added = await insertItem(tx, { ...item, createdBy: admin.userId, createdAt: at })
    await emit(tx, itemPublished, [toItemPublished(added)])
    await audit(tx, { actorId: admin.userId, action: 'add-item', subjectId: added.id, now: at })
    return added.id
  })
}
