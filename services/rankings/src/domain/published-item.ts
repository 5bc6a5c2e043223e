import type { ItemType } from '@walkon/contracts/http/rankings'

export type PublishedItem = {
  id: string
  feedId: string | null
  name: string
  type: ItemType
  parkId: string
  createdAt: Date
}

/** The ItemPublished of a new item. */
export const toItemPublished = ({ id, createdAt, feedId, name, type, parkId }: PublishedItem) => ({
  data: { itemId: id, feedId, name, type, parkId, publishedAt: createdAt.toISOString() },
})
