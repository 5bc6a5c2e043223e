import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { NewerBuild } from '../ui/newer-build.tsx'
import { ErrorBoundary, isNotLoaded } from './error-boundary.tsx'
import { newerBuildQuery } from './newer-build.ts'

type LaterPartProps = {
  /** Loads the code of the part. */
  load: () => Promise<unknown>
  /** Its place while its code is on the way. */
  place?: ReactNode
  children: ReactNode
}

/**
 * A part of a page whose code is loaded when it is first drawn. If the code does not arrive, a button for the next try takes its place,
 * and the page around it stays.
 */
export function LaterPart({ load, place, children }: LaterPartProps) {
  const [isRetried, setRetried] = useState(false)
  return (
    <ErrorBoundary
      renderInstead={(error, reset) => {
        if (!isNotLoaded(error)) throw error
        const retry = async (isPressed: boolean) => {
          await load()
          setRetried(isPressed)
          reset()
        }
        return <NotLoaded onRetry={retry} place={place} />
      }}
    >
      <Suspense fallback={place}>
        {isRetried ? (
          <div ref={takeFocus} tabIndex={-1} className="focus-visible:outline-none">
            {children}
          </div>
        ) : (
          children
        )}
      </Suspense>
    </ErrorBoundary>
  )
}

/** The button that had the focus is gone. */
const takeFocus = (part: HTMLElement | null) => part?.focus({ preventScroll: true })

type NotLoadedProps = {
  /** Rejects where the code did not arrive again. `isPressed`: by the button, and not because the signal is back. */
  onRetry: (isPressed: boolean) => Promise<unknown>
  /** Shown until it is known why the code did not arrive. */
  place?: ReactNode
}

/** The code of a part did not arrive: there is no connection, or the server has a newer build, whose code this page cannot use. */
export function NotLoaded({ onRetry, place }: NotLoadedProps) {
  const [isLoading, setLoading] = useState(false)
  const newerBuild = useQuery(newerBuildQuery)
  const retry = (isPressed: boolean) => {
    setLoading(true)
    onRetry(isPressed).catch(async () => {
      await newerBuild.refetch()
      setLoading(false)
    })
  }
  const retryOnline = useEffectEvent(() => {
    if (!isLoading && !newerBuild.data) retry(false)
  })
  useEffect(() => {
    const onOnline = () => retryOnline()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  if (newerBuild.isPending) return place
  if (newerBuild.data) return <NewerBuild />
  return (
    <div className="grid justify-items-start gap-2 text-14">
      <p role="alert" className="text-error">
        <b>No connection.</b> We couldn’t load this part. What you entered is still here.
      </p>
      <Button quiet small busy={isLoading} onClick={() => retry(true)}>
        Try again
      </Button>
    </div>
  )
}
