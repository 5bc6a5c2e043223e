import type { ReactNode } from 'react'
import { ErrorBoundary, isNotLoaded } from '../lib/error-boundary.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

/** A page that broke, or whose code could not be loaded: the shell stays, and the visitor can try again. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary instead={(error) => <PageFailure error={error} />}>{children}</ErrorBoundary>
)

const NOT_LOADED = [
  'No connection',
  'We could not load this page. Please check your connection and try again.',
]
const BROKEN = ['An unexpected error occurred', 'Please try again later.']

function PageFailure({ error }: { error: unknown }) {
  const [title = '', text] = isNotLoaded(error) ? NOT_LOADED : BROKEN
  return (
    <div className="page py-12">
      <Panel kind="error" title={title} heading="h1">
        <p className="text-ink-2">{text} Your alerts are still running.</p>
        <Button small onClick={() => location.reload()}>
          Try again
        </Button>
      </Panel>
    </div>
  )
}
