import type { LiveRide } from '@walkon/contracts/http/parks'
import { ITEM_TYPES, SORTS } from '@walkon/contracts/http/rankings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useAuth } from '../features/auth/use-auth.ts'
import { RideNow } from '../features/parks/ride-now.tsx'
import { useLiveBoard } from '../features/parks/use-live-board.ts'
import { ItemDialog } from '../features/rankings/item-dialog.tsx'
import { ItemForm, ParkOptions } from '../features/rankings/item-form.tsx'
import {
  ownRequestsKey,
  rankedParksQuery,
  requestItem,
  type ListFilters,
} from '../features/rankings/queries.ts'
import { OwnSuggestions } from '../features/rankings/own-suggestions.tsx'
import { RankingList, RankingSkeleton } from '../features/rankings/ranking-list.tsx'
import { SORT_NAMES, TYPE_NAMES, WORDS } from '../features/rankings/ranking-words.ts'
import type { Visitor } from '../features/rankings/visitor.ts'
import { SearchField } from '../features/rankings/search-field.tsx'
import { AfterHydration } from '../lib/after-hydration.tsx'
import type { Caller } from '../lib/api.ts'
import { ParkTitle } from '../lib/park-title.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toast.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from './page-head.tsx'
import { useRankingAddress } from './use-ranking-address.ts'
import { useSignIn } from './use-sign-in.ts'

/** Visitors' opinions of rides, food and experiences. List and item are in the address, so that both can be shared. */
export const ParkRankingsPage = () => (
  <div className="page pb-16">
    <AfterHydration
      place={
        <>
          <PageHead isCompact />
          <ListWithoutScript />
          <RankingSkeleton />
        </>
      }
    >
      <Rankings />
    </AfterHydration>
  </div>
)

/** The gateway writes the first page of the list in its place, for search engines and browsers without script. */
const ListWithoutScript = () => (
  <noscript>
    <p id="ranked-list">Switch on JavaScript to see the rankings.</p>
  </noscript>
)

function Rankings() {
  const { caller } = useAuth()
  const signature = useOwnSignature()
  const { filters, itemId, chosenStars, asksForOwn, choose, hrefOf, close } = useRankingAddress()
  const [isSuggesting, setSuggesting] = useState(false)
  const [isShowingOwn, setSuggestionsShown] = useState(asksForOwn)
  const onSignIn = useSignIn()
  const suggest = () =>
    caller ? setSuggesting(true) : onSignIn(WORDS.pleaseSignInToAdd, () => setSuggesting(true))

  return (
    <>
      <PageHead isCompact>
        <ParkChoice filters={filters} onChoose={choose} />
      </PageHead>
      <Tabs
        label="What is ranked"
        tabs={ITEM_TYPES.map((id) => ({ id, name: TYPE_NAMES[id].tab }))}
        selected={filters?.type ?? 'ride'}
        onSelect={(type) => choose({ type })}
      >
        {filters ? (
          <Ranked
            caller={caller}
            filters={filters}
            hrefOf={hrefOf}
            onChoose={choose}
            onSuggest={suggest}
            onShowOwn={() => setSuggestionsShown(true)}
          />
        ) : (
          <RankingSkeleton />
        )}
      </Tabs>
      {itemId && (
        <ItemDialog
          key={itemId}
          itemId={itemId}
          caller={caller}
          onSignIn={onSignIn}
          signature={signature}
          chosenStars={chosenStars}
          onClose={close}
        />
      )}
      {isShowingOwn && caller && (
        <Dialog title={WORDS.ownSuggestions} onClose={() => setSuggestionsShown(false)}>
          <OwnSuggestions
            caller={caller}
            onSuggest={() => {
              setSuggestionsShown(false)
              setSuggesting(true)
            }}
          />
        </Dialog>
      )}
      {isSuggesting && caller && <SuggestDialog caller={caller} onClose={() => setSuggesting(false)} />}
    </>
  )
}

type RankedProps = Pick<ComponentProps<typeof RankingList>, 'caller' | 'filters' | 'hrefOf' | 'onSuggest'> & {
  onChoose: (change: Partial<ListFilters>) => void
  onShowOwn: () => void
}

const Ranked = ({ onChoose, onShowOwn, ...list }: RankedProps) => (
  <div className="grid gap-3">
    <ListChoice filters={list.filters} onChoose={onChoose}>
      <button type="button" className="text-link font-bold" onClick={list.onSuggest}>
        Add New Item
      </button>
      {list.caller && (
        <button type="button" className="text-link" onClick={onShowOwn}>
          {WORDS.ownSuggestions}
        </button>
      )}
    </ListChoice>
    <RankingList {...list} renderNow={useRideNow(list.filters)} />
  </div>
)

/** The waits of the rides of one park; a list of all parks has none, as it would need the board of each. */
function useRideNow({ type, parkId }: ListFilters) {
  const { board } = useLiveBoard(type === 'ride' ? (parkId ?? undefined) : undefined)
  if (!board) return undefined
  const rides = new Map(board.rides.map((ride) => [ride.rideId, ride]))
  return (feedId: string) => {
    const ride = rides.get(feedId)
    return ride && <WayToRide ride={ride} />
  }
}

/** Above the link of the whole row, which opens the reviews. */
const WayToRide = ({ ride }: { ride: LiveRide }) => (
  <Link
    to={`/best-times?ride=${ride.rideId}`}
    className="relative z-1 grid min-h-11 content-center text-ink no-underline hover:underline"
  >
    <span className="sr-only">Best times of {ride.name}: now </span>
    <RideNow ride={ride} />
  </Link>
)

const TRY_AGAIN = 'try-again'

type ParkChoiceProps = { filters: ListFilters | null; onChoose: (change: Partial<ListFilters>) => void }

function ParkChoice({ filters, onChoose }: ParkChoiceProps) {
  const parks = useQuery(rankedParksQuery)
  const isListed = parks.data?.some(({ parkId }) => parkId === filters?.parkId)
  return (
    <ParkTitle
      label="Park"
      value={(isListed && filters?.parkId) || ''}
      aria-invalid={parks.isError || undefined}
      onChange={({ target: { value } }) =>
        value === TRY_AGAIN ? void parks.refetch() : onChoose({ parkId: value || null })
      }
    >
      <option value="">{WORDS.allParks}</option>
      {/* The problem and the next try stand in the list: below the field they would move the page. */}
      {parks.isError && <option value={TRY_AGAIN}>{WORDS.parksFailed}. Try again</option>}
      <ParkOptions parks={parks.data ?? []} />
    </ParkTitle>
  )
}

type ListChoiceProps = {
  filters: ListFilters
  onChoose: (change: Partial<ListFilters>) => void
  /** Acts beside the order. */
  children: ReactNode
}

const ListChoice = ({ filters, onChoose, children }: ListChoiceProps) => (
  <div className="grid items-center gap-x-6 md:grid-cols-[auto_minmax(0,1fr)_auto]">
    <div className="flex flex-wrap items-center justify-between gap-x-2 md:contents">
      <label>
        <span className="sr-only">Sort by</span>
        <select
          className="min-h-11 max-w-full font-display text-14 font-bold [&>option]:bg-sheet"
          value={filters.sort}
          onChange={(event) =>
            onChoose({ sort: SORTS.find((sort) => sort === event.target.value) ?? SORTS[0] })
          }
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_NAMES[sort]}
            </option>
          ))}
        </select>
      </label>
      <span className="flex flex-wrap gap-x-4 md:order-1">{children}</span>
    </div>
    <SearchField search={filters.search} onSearch={(search) => onChoose({ search })} />
  </div>
)

function SuggestDialog({ caller, onClose }: { caller: Caller; onClose: () => void }) {
  const show = useToast()
  const client = useQueryClient()
  return (
    <Dialog title="Add New Item" onClose={onClose}>
      <ItemForm
        label="Add New Item"
        words={{ action: 'Submit request', busy: 'Submitting' }}
        failed={WORDS.requestFailed}
        onSend={async (item) => {
          await requestItem(caller, item)
          void client.invalidateQueries({ queryKey: ownRequestsKey })
          show(WORDS.requestSubmitted)
          onClose()
        }}
      />
    </Dialog>
  )
}

function useOwnSignature(): Visitor['signature'] {
  const { user, accounts } = useAuth()
  if (!user) return null
  return {
    name: user.displayName,
    choose: async (displayName) => (await accounts()).changeNames({ fullName: user.fullName, displayName }),
  }
}
