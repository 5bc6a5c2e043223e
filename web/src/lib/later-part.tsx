import { Suspense, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary, isNotLoaded } from './error-boundary.tsx'

type LaterPartProps = {
  /** Loads the code of the part. */
  load: () => Promise<unknown>
  /** Its place while its code is on the way. */
  place?: ReactNode
  children: ReactNode
}

/** A part of a page whose code is loaded when it is first drawn. Without a signal the next try takes its place, and the page around it stays. */
export function LaterPart({ load, place, children }: LaterPartProps) {
  const [isRetried, setRetried] = useState(false)
  return (
    <ErrorBoundary
      renderInstead={(error, reset) => {
        if (!isNotLoaded(error)) throw error
        const retry = async () => {
          await load()
          setRetried(true)
          reset()
        }
        return <NotLoaded onRetry={retry} />
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

/** `onRetry` rejects where the code did not arrive again. */
export function NotLoaded({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const [isLoading, setLoading] = useState(false)
  const retry = () => {
    setLoading(true)
    onRetry().catch(() => setLoading(false))
  }
  return (
    <div className="grid justify-items-start gap-2 text-14">
      <p role="alert" className="text-error">
        <b>No connection.</b> We couldn’t load this part. What you entered is still here.
      </p>
      <Button quiet small busy={isLoading} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
