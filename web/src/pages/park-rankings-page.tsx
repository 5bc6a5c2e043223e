import { ITEM_TYPES, SORTS } from '@walkon/contracts/http/rankings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { toReturnState } from '../features/auth/return-path.ts'
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
import { readParkId } from '../lib/park-address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toast.tsx'
import { PageHead } from './page-head.tsx'

/** Visitors' opinions of rides, food and experiences. List and item are in the address, so that both can be shared. */
export const ParkRankingsPage = () => (
  <div className="page pb-16">
    <AfterHydration
      place={
        <>
          <PageHead />
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
  const { filters, itemId, asksForOwn, choose, hrefOf, close } = useRankingAddress()
  const [isSuggesting, setSuggesting] = useState(false)
  const [isShowingOwn, setSuggestionsShown] = useState(asksForOwn)
  const onSignIn = useSignIn()
  const renderNow = useRideNow(filters)
  const suggest = () => (caller ? setSuggesting(true) : onSignIn(WORDS.pleaseSignInToAdd))

  return (
    <>
      <PageHead>
        <ListChoice filters={filters} onChoose={choose} />
        <div className="flex flex-wrap gap-3">
          <Button quiet small onClick={suggest}>
            Add New Item
          </Button>
          {caller && (
            <Button quiet small onClick={() => setSuggestionsShown(true)}>
              {WORDS.ownSuggestions}
            </Button>
          )}
        </div>
      </PageHead>
      <div className="max-w-240">
        <Tabs
          label="What is ranked"
          tabs={ITEM_TYPES.map((id) => ({ id, name: TYPE_NAMES[id].tab }))}
          selected={filters.type}
          onSelect={(type) => choose({ type })}
        >
          <RankingList
            caller={caller}
            filters={filters}
            hrefOf={hrefOf}
            onSuggest={suggest}
            renderNow={renderNow}
          />
        </Tabs>
      </div>
      {itemId && (
        <ItemDialog
          key={itemId}
          itemId={itemId}
          caller={caller}
          onSignIn={onSignIn}
          signature={signature}
          onClose={close}
        />
      )}
      {isShowingOwn && caller && (
        <Dialog title={WORDS.ownSuggestions} onClose={() => setSuggestionsShown(false)}>
          <OwnSuggestions caller={caller} />
        </Dialog>
      )}
      {isSuggesting && caller && <SuggestDialog caller={caller} onClose={() => setSuggesting(false)} />}
    </>
  )
}

/** The waits of the rides of one park; a list of all parks has none, as it would need the board of each. */
function useRideNow({ type, parkId }: ListFilters) {
  const { board } = useLiveBoard(type === 'ride' && parkId !== null ? parkId : undefined)
  if (!board) return undefined
  const rides = new Map(board.rides.map((ride) => [ride.rideId, ride]))
  return (feedId: string) => rides.has(feedId) && <RideNow ride={rides.get(feedId)} />
}

type ListChoiceProps = { filters: ListFilters; onChoose: (change: Partial<ListFilters>) => void }

function ListChoice({ filters, onChoose }: ListChoiceProps) {
  const parks = useQuery(rankedParksQuery)
  return (
    <div className="grid max-w-240 grid-cols-2 items-start gap-4 md:grid-cols-[1fr_1fr_1.5fr]">
      <SelectField
        label="Park"
        value={filters.parkId ?? ''}
        onChange={(event) => onChoose({ parkId: event.target.value || null })}
        aria-invalid={parks.isError || undefined}
      >
        <option value="">{WORDS.allParks}</option>
        {/* Where a park would be: below the field it would move the page. */}
        {parks.isError && <option disabled>{WORDS.parksFailed}. Please reload the page.</option>}
        <ParkOptions parks={parks.data ?? []} />
      </SelectField>
      <SelectField
        label="Sort by"
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
      </SelectField>
      <div className="col-span-2 md:col-span-1">
        <SearchField search={filters.search} onSearch={(search) => onChoose({ search })} />
      </div>
    </div>
  )
}

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

/** Says why, and leads to log in and back. */
function useSignIn() {
  const show = useToast()
  const navigate = useNavigate()
  const location = useLocation()
  return (reason: string) => {
    show({ title: reason })
    void navigate('/auth', { state: toReturnState(location) })
  }
}

/** The list and the open item as the address has them. A part that it does not name is as at the first visit. */
function useRankingAddress() {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const filters: ListFilters = {
    type: ITEM_TYPES.find((type) => type === params.get('type')) ?? 'ride',
    parkId: readParkId(params),
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'highest-rated',
    search: params.get('search') ?? '',
  }
  const withItem = (itemId: string | null) => {
    const changed = new URLSearchParams(params)
    changed.delete('item')
    if (itemId !== null) changed.set('item', itemId)
    return changed
  }
  return {
    filters,
    itemId: params.get('item'),
    /** The letter about a suggestion leads to the list of them. */
    asksForOwn: params.get('suggestions') === 'own',
    /** Back leads to the list before. One search after another is one step. */
    choose: (change: Partial<ListFilters>) =>
      setParams(toParams({ ...filters, ...change }), {
        replace: change.search !== undefined && filters.search !== '',
      }),
    hrefOf: (itemId: string) => `${location.pathname}?${withItem(itemId).toString()}`,
    /** Back to the list that the dialog was opened from; a shared link has none. */
    close: () => {
      if (isOverList(location.state)) void navigate(-1)
      else setParams(withItem(null), { replace: true })
    },
  }
}

const isOverList = (state: unknown) => typeof state === 'object' && state !== null && 'isOverList' in state

const toParams = ({ type, parkId, sort, search }: ListFilters): Record<string, string> => ({
  ...(type !== 'ride' && { type }),
  ...(parkId !== null && { park: parkId }),
  ...(sort !== 'highest-rated' && { sort }),
  ...(search !== '' && { search }),
})
