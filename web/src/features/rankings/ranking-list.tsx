import type { RankedItem } from '@walkon/contracts/http/rankings'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { rankingQuery, type ListFilters } from './queries.ts'
import { rankingProblem, reviewCount, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { Star, Stars } from './stars.tsx'

type RankingListProps = {
  caller: Caller | null
  filters: ListFilters
  /** The address of an item's dialog over this list, with the stars that a tap has chosen. */
  hrefOf: (itemId: string, stars?: number) => string
  onSuggest: () => void
  /** The wait of a ride at the end of its row, by the entity of the park feed; none where nothing is drawn. */
  renderNow?: ((feedId: string) => ReactNode) | undefined
}

/** The ranked items of a type in pages, followed by its unrated items. */
export const RankingList = ({ caller, onSuggest, ...props }: RankingListProps) => (
  <PagedList
    query={rankingQuery(caller, props.filters)}
    name="the rankings"
    failed={WORDS.rankingsFailed}
    more="more"
    wordsOf={(error) => rankingProblem(error, WORDS.rankingsFailed)}
    isWide
    skeleton={<RankingSkeleton />}
    empty={<EmptyList isSearch={props.filters.search !== ''} onSuggest={onSuggest} />}
    renderAll={(items) => <RankedAndNot items={onceEach(items)} {...props} />}
  />
)

type RankedAndNotProps = Pick<RankingListProps, 'filters' | 'hrefOf' | 'renderNow'> & { items: RankedItem[] }

function RankedAndNot({ items, filters: { type, parkId }, hrefOf, renderNow }: RankedAndNotProps) {
  const ranked = items.filter(({ rank }) => rank !== null)
  const unranked = items.filter(({ rank }) => rank === null)
  const toRow = (item: RankedItem) => (
    <ItemRow
      key={item.itemId}
      item={item}
      hrefOf={hrefOf}
      isOfOnePark={parkId !== null}
      now={item.feedId !== null && renderNow?.(item.feedId)}
    />
  )
  return (
    <>
      {ranked.length > 0 && (
        <ol aria-label={TYPE_NAMES[type].tab} className="w-full border-b border-line">
          {ranked.map(toRow)}
        </ol>
      )}
      {unranked.length > 0 && (
        <section aria-labelledby="unranked" className="grid w-full gap-3">
          <h2 id="unranked" className="text-22 leading-7">
            {WORDS.notRatedYet}
          </h2>
          <ul
            aria-label={`${TYPE_NAMES[type].tab} that nobody has rated`}
            className="w-full border-b border-line"
          >
            {unranked.map(toRow)}
          </ul>
        </section>
      )}
    </>
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
    {isSearch && <p className="text-ink-2">No name matches. Try other letters.</p>}
    <Button quiet small onClick={onSuggest}>
      Add New Item
    </Button>
  </Panel>
)

/** The better, the wider; a lone opinion is set tight, as what it is. */
const widthOf = (average: number, ratingCount: number) =>
  ratingCount < MANY_REVIEWS ? 'var(--tight)' : average >= 4.5 ? 'var(--wide)' : 'var(--roomy)'
const MANY_REVIEWS = 5

type RowProps = { item: RankedItem; hrefOf: RankingListProps['hrefOf']; isOfOnePark: boolean; now: ReactNode }

const ItemRow = (props: RowProps) =>
  props.item.average === null ? (
    <UnratedRow {...props} />
  ) : (
    <RatedRow {...props} average={props.item.average} />
  )

const RatedRow = ({ item, average, hrefOf, isOfOnePark, now }: RowProps & { average: number }) => (
  <li
    className={`${ROW} grid-cols-[20px_80px_minmax(0,1fr)_auto] md:grid-cols-[28px_96px_minmax(0,1fr)_auto] max-[359px]:grid-cols-[24px_minmax(0,1fr)_auto]`}
  >
    <span className="font-display font-bold text-ink-2">{item.rank}</span>
    <span className="grid gap-1 max-[359px]:col-start-2">
      <span className="num text-28" style={{ fontStretch: widthOf(average, item.ratingCount) }}>
        {average.toFixed(1)}
        <small> of 5</small>
      </span>
      <Stars average={average} />
    </span>
    <span className="grid min-w-0 gap-0.5 max-[359px]:col-start-2 max-[359px]:row-start-2">
      <ItemName item={item} to={hrefOf(item.itemId)} />
      <span className="text-14 text-ink-2">
        {isOfOnePark ? '' : `${item.parkName} · `}
        {reviewCount(item.ratingCount)}
      </span>
    </span>
    {now}
  </li>
)

/** Without a rating there is no number: a tap on a star begins one. */
const UnratedRow = ({ item, hrefOf, isOfOnePark, now }: RowProps) => (
  <li className={`${ROW} grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_auto_96px]`}>
    <span className="grid min-w-0 gap-0.5">
      <ItemName item={item} to={hrefOf(item.itemId)} />
      <span className="text-14 text-ink-2">
        {!isOfOnePark && item.parkName}
        <span className="max-md:sr-only">
          {isOfOnePark ? '' : ' · '}
          {WORDS.noRatings}
        </span>
      </span>
    </span>
    <span className="max-md:col-start-1 max-md:row-start-2">
      <StarLinks hrefOf={(stars) => hrefOf(item.itemId, stars)} />
    </span>
    {now && <span className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">{now}</span>}
  </li>
)

const ROW =
  'relative grid min-h-20 items-center gap-x-2 gap-y-1 border-t border-line py-2 hover:bg-sheet md:gap-x-4'

/** The whole row is the link's. */
const ItemName = ({ item, to }: { item: RankedItem; to: string }) => (
  <Link
    to={to}
    state={OVER_LIST}
    translate="no"
    className="font-display text-18 font-bold leading-6 text-ink no-underline wrap-anywhere max-md:font-stretch-[86%] after:absolute after:inset-0"
  >
    {item.name}
  </Link>
)

const OVER_LIST = { isOverList: true }

/** For pointers: who comes by keyboard or hears the page chooses the stars in the dialog that the name opens. */
const StarLinks = ({ hrefOf }: { hrefOf: (stars: number) => string }) => (
  <span aria-hidden="true" className="relative -ml-1 flex text-line-strong">
    {[1, 2, 3, 4, 5].map((stars) => (
      <Link
        key={stars}
        to={hrefOf(stars)}
        state={OVER_LIST}
        tabIndex={-1}
        className="grid h-11 w-8 place-items-center text-inherit hover:text-action [&_svg]:size-6"
      >
        <Star isFilled={false} />
      </Link>
    ))}
  </span>
)
