import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import type { ProblemText } from './form-texts.ts'
import { LoadProblem } from './load-problem.tsx'
import type { PagesQuery } from './pages-query.ts'

type PagedListProps<Item> = {
  query: PagesQuery<Item>
  /** The list's subject, as in "Error loading the promo codes". */
  name: string
  /** The title where the list cannot be loaded; without it the name says which one. */
  failed?: string
  /** The next page's subject, as in "Show older passes". */
  more: string
  /** In place of a list that holds nothing: the next step. */
  empty: ReactNode
  wordsOf?: (error: unknown) => ProblemText
  /** One item, as an `<li>` with a key. */
  children: (item: Item) => ReactElement
}

/** A list that comes in pages, in each of its states. The pages that are loaded stay when another one cannot be. */
export function PagedList<Item>({
  query,
  name,
  failed,
  more,
  empty,
  wordsOf,
  children,
}: PagedListProps<Item>) {
  const pages = useInfiniteQuery(query)
  if (pages.isPending) return <Loading label={`Loading ${name}`} className="h-60! max-w-180 rounded-card!" />
  if (pages.isLoadingError)
    return <LoadProblem of={pages} title={failed ?? `Error loading ${name}`} {...(wordsOf && { wordsOf })} />
  const items = pages.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <div className="grid max-w-180 justify-items-start gap-6">
      <ul aria-label={capitalize(name)} className="w-full border-b border-line">
        {items.map(children)}
      </ul>
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-14 text-error">
          {capitalize(more)} could not be loaded. Please try again.
        </p>
      )}
      {pages.hasNextPage && (
        <Button quiet busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? 'Loading' : `Show ${more}`}
        </Button>
      )}
    </div>
  )
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
