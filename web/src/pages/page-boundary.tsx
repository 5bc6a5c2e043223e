import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { ALERTS_APART } from '../lib/alerts-apart.ts'
import { ErrorBoundary, isNotLoaded } from '../lib/error-boundary.tsx'
import { newerBuildQuery } from '../lib/newer-build.ts'
import { Failure } from '../ui/failure.tsx'
import { PagePlace } from './page-place.tsx'

/** The address at which the browser loaded this document. The build has none. */
const openedAt = globalThis.location?.pathname

/** A page that broke, or whose code could not be loaded: the shell stays, and the visitor can try again. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary
    renderInstead={(error) =>
      isNotLoaded(error) ? (
        <PageNotLoaded />
      ) : (
        <Sorry title="An unexpected error occurred">Please try again later.</Sorry>
      )
    }
  >
    {children}
  </ErrorBoundary>
)

/**
 * Loads the page from a newer build, if there is one: the visitor has left the last page already. Never twice, even if servers of both
 * builds answer.
 */
function PageNotLoaded() {
  const { data: isNewer, isPending } = useQuery(newerBuildQuery)
  const isReloading = isNewer && location.pathname !== openedAt
  useEffect(() => {
    if (isReloading) location.reload()
  }, [isReloading])
  // Nothing can have been entered into a page that is not there.
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return isPending || isReloading ? (
    <PagePlace />
  ) : (
    <Sorry title="No connection">The page opens by itself when there is a signal again.</Sorry>
  )
}

const Sorry = ({ title, children }: { title: string; children: string }) => (
  <div className="page py-12">
    <Failure title={title} heading="h1" onRetry={() => location.reload()}>
      {children} {ALERTS_APART}
    </Failure>
  </div>
)
