import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import type { Change, History, Place } from './history.ts'

/** How the visitor came to the place: by a link, by a redirect, or by opening the app, going back or forward. */
type Arrival = Change | 'pop'

/** `isHydrating`: the page shows what the build has rendered, which knows nothing of this visitor and this moment. */
type Shown = { place: Place; arrival: Arrival; isHydrating: boolean }
type Move = (url: string, state: unknown, change: Change) => void
type Routing = Shown & { move: Move; go: (delta: number) => void }

const RoutingContext = createContext<Routing | null>(null)

type RouterProps = {
  history: History
  /** The HTML is there already. It was rendered without a query, a fragment or a state: they follow after hydration. */
  isPrerendered?: boolean
  children: ReactNode
}

/** Holds the place that the app shows. A page whose code is not loaded yet leaves the last one in its place. */
export function Router({ history, isPrerendered = false, children }: RouterProps) {
  const [shown, setShown] = useState<Shown>(() => ({
    place: isPrerendered ? withPathOnly(history.place()) : history.place(),
    arrival: 'pop',
    isHydrating: isPrerendered,
  }))

  useEffect(() => {
    const show = () =>
      startTransition(() => setShown({ place: history.place(), arrival: 'pop', isHydrating: false }))
    if (isPrerendered) show()
    return history.listen(show)
  }, [history, isPrerendered])

  const move = useCallback<Move>(
    (url, state, change) => {
      history.write(url, state, change)
      startTransition(() => setShown({ place: history.place(), arrival: change, isHydrating: false }))
    },
    [history],
  )
  const routing = useMemo(() => ({ ...shown, move, go: history.go }), [shown, move, history])
  return <RoutingContext value={routing}>{children}</RoutingContext>
}

const withPathOnly = ({ pathname }: Place): Place => ({ pathname, search: '', hash: '', state: null })

export function useRouting(): Routing {
  const routing = useContext(RoutingContext)
  if (!routing) throw new Error('A link or a page must be within the router')
  return routing
}

/** Whether the page may show what the build did not know: the time, the query, who is signed in. */
export const useIsHydrated = (): boolean => !useRouting().isHydrating

export const useLocation = (): Place => useRouting().place

type Options = { replace?: boolean; state?: unknown }

/** Leads to an address, or so many entries back and forth in the history. */
export function useNavigate() {
  const { move, go } = useRouting()
  return useCallback(
    (to: string | number, { replace = false, state = null }: Options = {}): void => {
      if (typeof to === 'number') go(to)
      else move(to, state, replace ? 'replace' : 'push')
    },
    [move, go],
  )
}

type NextParams = Record<string, string> | URLSearchParams

/** The query of the address, and how to change it. */
export function useSearchParams() {
  const { place, move } = useRouting()
  const { pathname, search } = place
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (
      next: NextParams | ((now: URLSearchParams) => NextParams),
      { replace = false, state = null }: Options = {},
    ) => {
      const chosen = new URLSearchParams(typeof next === 'function' ? next(params) : next).toString()
      move(pathname + (chosen && `?${chosen}`), state, replace ? 'replace' : 'push')
    },
    [move, pathname, params],
  )
  return [params, change] as const
}
