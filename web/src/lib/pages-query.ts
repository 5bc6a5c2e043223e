import { pageOf } from '@walkon/contracts/http/page'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'
import { request, type Caller } from './api.ts'

/**
 * The items of a list that comes in pages, as `PagedList` shows it. `path` is that of the list below `/api`. `filters` are the rest of its
 * query string. To load a list again with any filters: `invalidateQueries({ queryKey: [path] })`.
 */
export const pagesQuery = <Item>(
  item: ZodMiniType<Item>,
  path: string,
  caller: Caller | null,
  filters: Record<string, string> = {},
) =>
  infiniteQueryOptions({
    queryKey: [path, caller?.key ?? null, filters],
    queryFn: ({ pageParam, signal }) =>
      request(pageOf(item), withQuery(path, { ...filters, ...(pageParam && { cursor: pageParam }) }), {
        ...(caller && { caller }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export type PagesQuery<Item> = ReturnType<typeof pagesQuery<Item>>

function withQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}
