import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode, RefObject } from 'react'
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
  /** A list of a tool takes the width that there is. */
  isWide?: boolean
  /** The list's name for screen readers, where it is another one. */
  label?: string
  /** In the shape of what comes, where that is no plain list. */
  skeleton?: ReactNode
  /** False for an item that has just left the list. */
  shows?: (item: Item) => boolean
  listRef?: RefObject<HTMLUListElement | null>
} & (
  | {
      /** One item, as an `<li>` with a key. */
      children: (item: Item, index: number) => ReactElement
    }
  | {
      /** All items, in place of one list, where they come in groups. */
      renderAll: (items: Item[]) => ReactNode
    }
)

/** A list that comes in pages, in each of its states. The pages that are loaded stay when another one cannot be. */
export function PagedList<Item>({
  query,
  name,
  failed,
  more,
  empty,
  wordsOf,
  isWide = false,
  label = capitalize(name),
  skeleton,
  shows = () => true,
  listRef,
  ...rows
}: PagedListProps<Item>) {
  const pages = useInfiniteQuery(query)
  const width = isWide ? '' : 'max-w-180'
  if (pages.isPending)
    return skeleton ?? <Loading label={`Loading ${name}`} className={`h-60! rounded-card! ${width}`} />
  if (pages.isLoadingError)
    return <LoadProblem of={pages} title={failed ?? `Error loading ${name}`} {...(wordsOf && { wordsOf })} />
  const items = pages.data.pages.flatMap((page) => page.items).filter(shows)
  if (items.length === 0 && !pages.hasNextPage) return empty
  return (
    <div className={`grid justify-items-start gap-6 ${width}`}>
      {'renderAll' in rows ? (
        rows.renderAll(items)
      ) : (
        <ul ref={listRef} aria-label={label} className="w-full border-b border-line">
          {items.map(rows.children)}
        </ul>
      )}
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
