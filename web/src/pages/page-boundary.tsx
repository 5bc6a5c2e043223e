import type { ReactNode } from 'react'
import { ErrorBoundary, isNotLoaded } from '../lib/error-boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

/** A page that broke, or whose code could not be loaded: the shell stays, and the visitor can try again. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary renderInstead={sayWhy}>{children}</ErrorBoundary>
)

const sayWhy = (error: unknown) => (
  <div className="page py-12">
    <Panel
      kind="error"
      title={isNotLoaded(error) ? 'No connection' : 'An unexpected error occurred'}
      heading="h1"
    >
      <p className="text-ink-2">Please try again later. Your alerts are still running.</p>
      <Button small onClick={() => location.reload()}>
        Try again
      </Button>
    </Panel>
  </div>
)
