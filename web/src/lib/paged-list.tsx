import type { ReactElement, ReactNode, RefObject } from 'react'
import { Loading } from '../ui/loading.tsx'
import { capital } from './capital.ts'
import type { ProblemText } from './form-texts.ts'
import { LoadProblem } from './load-problem.tsx'
import { MorePages } from './more-pages.tsx'
import type { PagesQuery } from './pages-query.ts'
import { usePages } from './use-pages.ts'

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
  label = capital(name),
  skeleton,
  shows = () => true,
  listRef,
  ...rows
}: PagedListProps<Item>) {
  const { pages, items: loaded } = usePages(query)
  const width = isWide ? '' : 'max-w-180'
  if (pages.isPending)
    return skeleton ?? <Loading label={`Loading ${name}`} className={`h-60! rounded-card! ${width}`} />
  if (pages.isLoadingError)
    return <LoadProblem of={pages} title={failed ?? `Error loading ${name}`} {...(wordsOf && { wordsOf })} />
  const items = loaded.filter(shows)
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
      <MorePages of={pages} more={more} />
    </div>
  )
}
