import type { RankedItem } from '@walkon/contracts/http/rankings'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { rankingQuery, type ListFilters } from './queries.ts'
import { rankingProblem, reviewCount, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { Stars } from './stars.tsx'

type RankingListProps = {
  caller: Caller | null
  filters: ListFilters
  /** The address of an item's dialog, over this list. */
  hrefOf: (itemId: string) => string
  onSuggest: () => void
  /** The wait of a ride at the end of its row, by the entity of the park feed; none where nothing is drawn. */
  renderNow?: ((feedId: string) => ReactNode) | undefined
}

/** The ranked items of a type, page after page. */
export function RankingList({ caller, filters, hrefOf, onSuggest, renderNow }: RankingListProps) {
  const pages = useInfiniteQuery(rankingQuery(caller, filters))
  if (pages.isPending) return <RankingSkeleton />
  if (pages.isLoadingError)
    return (
      <LoadProblem
        of={pages}
        title={WORDS.rankingsFailed}
        wordsOf={(error) => rankingProblem(error, WORDS.rankingsFailed)}
      />
    )
  const items = onceEach(pages.data.pages.flatMap((page) => page.items))
  if (items.length === 0) return <EmptyList isSearch={filters.search !== ''} onSuggest={onSuggest} />
  const ranked = items.filter(({ rank }) => rank !== null)
  const unranked = items.filter(({ rank }) => rank === null)
  const toRow = (item: RankedItem) => (
    <ItemRow
      key={item.itemId}
      item={item}
      to={hrefOf(item.itemId)}
      now={item.feedId !== null && renderNow?.(item.feedId)}
    />
  )
  return (
    <div className="grid max-w-240 justify-items-start gap-6">
      {ranked.length > 0 && (
        <ol aria-label={TYPE_NAMES[filters.type].tab} className="w-full border-b border-line">
          {ranked.map(toRow)}
        </ol>
      )}
      {unranked.length > 0 && (
        <section aria-labelledby="unranked" className="grid w-full gap-3">
          <h2 id="unranked" className="font-display text-18 font-bold">
            {WORDS.notRatedYet}
          </h2>
          <ul
            aria-label={`${TYPE_NAMES[filters.type].tab} that nobody has rated`}
            className="w-full border-b border-line"
          >
            {unranked.map(toRow)}
          </ul>
        </section>
      )}
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-14 text-error">
          {WORDS.rankingsFailed}. Please try again.
        </p>
      )}
      {pages.hasNextPage && (
        <Button quiet busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? 'Loading' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

/** Figures move while a visitor pages: an item that is on an earlier page already is not shown again. */
const onceEach = (items: RankedItem[]) => [...new Map(items.map((item) => [item.itemId, item])).values()]

/** The shape of the list to come. */
export const RankingSkeleton = () => (
  <div role="status" aria-label="Loading the rankings" className="grid gap-2">
    {[1, 2, 3, 4, 5].map((row) => (
      <Loading key={row} label="" className="h-18! rounded-card!" />
    ))}
  </div>
)

const EmptyList = ({ isSearch, onSuggest }: { isSearch: boolean; onSuggest: () => void }) => (
  <Panel kind="open" heading="h2" title={WORDS.emptyList}>
    {isSearch && <p className="text-ink-2">No name has these letters.</p>}
    <Button quiet small onClick={onSuggest}>
      Add New Item
    </Button>
  </Panel>
)

/** The first three are set wide, the rest tight; a lone opinion is set as what it is. */
const rankWidth = (rank: number) => (rank <= 3 ? 'var(--wide)' : rank < 10 ? 'var(--roomy)' : 'var(--tight)')
const MANY_REVIEWS = 5

function ItemRow({ item, to, now }: { item: RankedItem; to: string; now: ReactNode }) {
  const { rank, name, parkName, type, average, ratingCount } = item
  return (
    <li
      className={`relative grid items-center gap-x-4 border-t border-line py-3 hover:bg-sheet ${
        rank === null
          ? 'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_auto_auto]'
          : 'grid-cols-[44px_minmax(0,1fr)_auto] md:grid-cols-[64px_minmax(0,1fr)_auto_auto]'
      }`}
    >
      {rank !== null && (
        <span
          className="font-display text-28 font-bold tabular-nums"
          style={{ fontStretch: rankWidth(rank) }}
        >
          {rank}
        </span>
      )}
      <span className="grid min-w-0 gap-0.5">
        {/* The whole row is the link's. */}
        <Link
          to={to}
          state={{ isOverList: true }}
          className="font-display text-18 font-bold text-ink no-underline wrap-anywhere after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="flex flex-wrap gap-x-2 text-14 text-ink-2">
          <span>{parkName}</span>
          <span className="rounded-pill border border-line-strong px-2">{TYPE_NAMES[type].one}</span>
          <span>{reviewCount(ratingCount)}</span>
        </span>
      </span>
      {average === null ? (
        <span className="text-right max-md:max-w-20 text-14 text-ink-2">{WORDS.noRatings}</span>
      ) : (
        <span className="grid justify-items-end">
          <span
            className="font-display text-28 font-bold tabular-nums"
            style={{ fontStretch: ratingCount < MANY_REVIEWS ? 'var(--tight)' : 'var(--roomy)' }}
          >
            {average.toFixed(1)} <small className="text-14 font-normal text-ink-2">of 5</small>
          </span>
          <Stars average={average} />
        </span>
      )}
      {now && (
        <span
          className={`min-w-22 ${rank === null ? 'col-start-2 md:col-start-3' : 'col-start-3 md:col-start-4'}`}
        >
          {now}
        </span>
      )}
    </li>
  )
}
