import { useInfiniteQuery } from '@tanstack/react-query'
import type { PagesQuery } from './pages-query.ts'

/** A list that comes in pages: its state, and the items of the pages that are loaded. */
export function usePages<Item>(query: PagesQuery<Item>) {
  const pages = useInfiniteQuery(query)
  return { pages, items: (pages.data?.pages ?? []).flatMap(({ items }) => items) }
}
