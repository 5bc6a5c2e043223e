import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

/** A page that broke, or whose code could not be loaded: the shell stays, and the visitor can try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="page py-12">
        <Panel kind="error" title="An unexpected error occurred" heading="h1">
          <p className="text-ink-2">
            Please try again later. Your alerts keep running: they do not need this page.
          </p>
          <Button small onClick={() => location.reload()}>
            Try again
          </Button>
        </Panel>
      </div>
    )
  }
}
