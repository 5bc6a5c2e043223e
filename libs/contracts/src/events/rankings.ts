import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { itemType, stars } from '../http/rankings.ts'
import { feedId, instant } from '../values.ts'

/** Facts published by rankings. No event carries a person, an address or what a visitor wrote. */

export const itemPublished = defineEvent({
  type: 'ItemPublished',
  summary: 'A ride, a place to eat or an experience can be rated from now on.',
  topic: 'rankings.items',
  publisher: 'rankings',
  key: (data) => data.itemId,
  data: z.object({
    itemId: z.uuid(),
    /** The entity of the park feed from which the item was made; null for an item that people added. */
    feedId: z.nullable(feedId),
    name: z.string(),
    type: itemType,
    parkId: feedId,
    publishedAt: instant,
  }),
})

export const reviewPosted = defineEvent({
  type: 'ReviewPosted',
  summary: 'A visitor rated an item for the first time. Later changes of the rating are not told.',
  topic: 'rankings.items',
  publisher: 'rankings',
  key: (data) => data.itemId,
  data: z.object({
    reviewId: z.uuid(),
    itemId: z.uuid(),
    stars,
    /** True if the visitor wrote something; the words stay in the service. */
    hasComment: z.boolean(),
    postedAt: instant,
  }),
})
