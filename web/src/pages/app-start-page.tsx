import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { Unreachable } from '../features/auth/require-sign-in.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { Credit } from '../features/parks/credit.tsx'
import { lastParkQuery } from '../features/parks/last-park.ts'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { homeParks } from '../lib/popular-parks.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PageHead } from './page-head.tsx'

/** The first page of the installed app: the alerts of the account, else the ways to them and the boards. Most visitors have no account. */
export function AppStartPage() {
  const { state, user } = useAuth()
  if (user) return <Navigate to="/manage-alerts" replace />
  if (state.status === 'loading')
    return (
      <div className="page min-h-dvh pb-16">
        <PageHead />
        <Spinner label="Loading your account" />
      </div>
    )
  return (
    <div className="page min-h-dvh pb-16">
      <PageHead>{state.status === 'unreachable' ? <Unreachable /> : <WaysToAlerts />}</PageHead>
      <h2 className="pb-4">Waits right now</h2>
      <Boards />
      <Credit />
    </div>
  )
}

const WaysToAlerts = () => (
  <>
    <p className="lede">
      Log in to see your alerts here. Without an account, open “Choose your rides” in one of our emails.
    </p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/auth">Login</ButtonLink>
      <ButtonLink quiet to="/#alerts">
        Get alerts
      </ButtonLink>
    </div>
  </>
)

/** The park that was looked at last before the popular ones. */
function Boards() {
  const list = useQuery(destinationsQuery)
  const last = useQuery(lastParkQuery)
  const { popular, others } = homeParks((!last.isPending && list.data) || [])
  const first = [...popular, ...others].find(({ id }) => id === last.data)
  return (
    <div className="pb-8">
      {list.isLoadingError ? (
        <LoadProblem of={list} />
      ) : (
        <PopularParksNow parks={first ? [first, ...popular.filter((park) => park !== first)] : popular} />
      )}
    </div>
  )
}
