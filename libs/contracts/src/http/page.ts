import { z } from 'zod/mini'

/** A list that comes in pages: the same query and the same answer for every list. */

const MAX_PAGE_ITEMS = 100
const DEFAULT_PAGE_ITEMS = 20

/** The query string of a list. A list with filters extends it. */
export const pageQuery = z.object({
  limit: z.prefault(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_ITEMS)),
    DEFAULT_PAGE_ITEMS,
  ),
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
})
export type PageQuery = z.output<typeof pageQuery>

/** `next` is the cursor of the page after this one, null on the last. */
export type Page<Item> = { items: Item[]; next: string | null }

export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) })
