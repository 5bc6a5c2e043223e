import type { Item } from '@walkon/contracts/http/rankings'

type RatedItem = Omit<Item, 'average'> & { averageTenths: number }

/** An item as everybody sees it: without a rating it has no average. */
export const toItem = ({ averageTenths, ...item }: RatedItem): Item => ({
  ...item,
  average: item.ratingCount === 0 ? null : averageTenths / 10,
})
