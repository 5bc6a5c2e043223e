import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

type Failure = 'none' | 'not-loaded' | 'broken'

const WORDS = {
  'not-loaded': ['No connection', 'We could not load this page. Please check your connection and try again.'],
  broken: ['An unexpected error occurred', 'Please try again later.'],
} as const

/** A page that broke, or whose code could not be loaded: the shell stays, and the visitor can try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure }> {
  override state = { failure: 'none' as Failure }

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: isNotLoaded(error) ? 'not-loaded' : 'broken' }
  }

  override render() {
    const { failure } = this.state
    if (failure === 'none') return this.props.children
    const [title, text] = WORDS[failure]
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
}

/** What Chromium, Firefox and Safari say of an import() that failed. */
const isNotLoaded = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
