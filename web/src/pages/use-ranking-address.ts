import { ITEM_TYPES, SORTS } from '@walkon/contracts/http/rankings'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import type { ListFilters } from '../features/rankings/queries.ts'
import { readParkId } from '../lib/park-address.ts'
import { useParkOfPage } from './use-park-of-page.ts'

/** The list and the open item as the address has them. A part that it does not name is as at the first visit, its park as on every page. */
export function useRankingAddress() {
  const { state, caller } = useAuth()
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const asked = params.get('park') === ALL ? ALL : readParkId(params)
  const parkOfPage = useParkOfPage(caller, asked)
  const isKnown = parkOfPage !== undefined && (asked !== null || state.status !== 'loading')
  const filters = toFilters(params, parkOfPage)
  const withItem = (itemId: string | null, stars?: number) => {
    const changed = new URLSearchParams(params)
    changed.delete('item')
    changed.delete('stars')
    if (itemId !== null) changed.set('item', itemId)
    if (stars !== undefined) changed.set('stars', String(stars))
    return changed
  }
  return {
    /** Null until the park is known. */
    filters: isKnown ? filters : null,
    itemId: params.get('item'),
    chosenStars: STARS.find((stars) => String(stars) === params.get('stars')) ?? 0,
    /** The letter about a suggestion leads to the list of them. */
    asksForOwn: params.get('suggestions') === 'own',
    /** Back leads to the list before. One search after another is one step. */
    choose: (change: Partial<ListFilters>) =>
      setParams(toParams({ ...filters, ...change }, asked ?? parkOfPage), {
        replace: change.search !== undefined && filters.search !== '',
      }),
    hrefOf: (itemId: string, stars?: number) => `${location.pathname}?${withItem(itemId, stars).toString()}`,
    /** Back to the list that the dialog was opened from; a shared link has none. */
    close: () => {
      if (isOverList(location.state)) void navigate(-1)
      else setParams(withItem(null), { replace: true })
    },
  }
}

const STARS = [1, 2, 3, 4, 5]

/** The park of an address that leaves no room for the visitor's own. */
const ALL = 'all'

const toFilters = (params: URLSearchParams, parkId: string | null | undefined): ListFilters => ({
  type: ITEM_TYPES.find((type) => type === params.get('type')) ?? 'ride',
  parkId: parkId === ALL ? null : (parkId ?? null),
  sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'highest-rated',
  search: params.get('search') ?? '',
})

const isOverList = (state: unknown) => typeof state === 'object' && state !== null && 'isOverList' in state

/** All parks are named only where the address would mean one without it. */
const toParams = (
  { type, parkId, sort, search }: ListFilters,
  before: string | null | undefined,
): Record<string, string> => ({
  ...(type !== 'ride' && { type }),
  ...((parkId ?? before) && { park: parkId ?? ALL }),
  ...(sort !== 'highest-rated' && { sort }),
  ...(search !== '' && { search }),
})
