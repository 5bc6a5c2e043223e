import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** Renders in place of the broken part. An error that it throws again belongs to the boundary above. */
  renderInstead: (error: unknown, reset: () => void) => ReactNode
  children: ReactNode
}

/** Keeps an error of a part from the rest of the page. `reset` draws the part again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: { error: unknown } | null }> {
  override state = { caught: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    return this.props.renderInstead(caught.error, () => this.setState({ caught: null }))
  }
}

/** True if the code of a part did not arrive: Chromium, Firefox and Safari speak of the import that failed. */
export const isNotLoaded = (error: unknown) => error instanceof TypeError && /import/i.test(error.message)
