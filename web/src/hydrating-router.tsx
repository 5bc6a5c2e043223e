import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { Router, type Location, type NavigationType, type Navigator } from 'react-router-dom'
import { HydrationProvider } from './lib/hydration.tsx'

/** The history of the browser, as react-router makes it. */
type BrowserHistory = Navigator & {
  location: Location
  action: NavigationType
  listen: (onChange: () => void) => () => void
}

type Props = {
  history: BrowserHistory
  /** The HTML is there already. It was rendered without a query, a fragment or a state: they follow after hydration. */
  isPrerendered: boolean
  children: ReactNode
}

/** A page whose code is not loaded yet leaves the last one in its place. */
export function HydratingRouter({ history, isPrerendered, children }: Props) {
  const [shown, setShown] = useState(() => ({
    location: isPrerendered ? withPathOnly(history.location) : history.location,
    action: history.action,
    isHydrated: !isPrerendered,
  }))

  useEffect(() => {
    const show = () =>
      startTransition(() =>
        setShown({ location: history.location, action: history.action, isHydrated: true }),
      )
    if (isPrerendered) show()
    return history.listen(show)
  }, [history, isPrerendered])

  return (
    <HydrationProvider value={shown.isHydrated}>
      <Router location={shown.location} navigationType={shown.action} navigator={history}>
        {children}
      </Router>
    </HydrationProvider>
  )
}

const withPathOnly = (location: Location): Location => ({ ...location, search: '', hash: '', state: null })
