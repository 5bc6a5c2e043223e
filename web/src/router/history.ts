/** An address of the app, and what its entry in the history carries unseen. */
export type Place = { pathname: string; search: string; hash: string; state: unknown }

export type Change = 'push' | 'replace'

/** Where the visitor is, as far as it can be changed. */
export type History = {
  place: () => Place
  write: (url: string, state: unknown, change: Change) => void
  go: (delta: number) => void
  /** Calls back when the visitor goes back or forward. Returns what ends that. */
  listen: (onPop: () => void) => () => void
}

/** The address bar and the history of the browser. */
export function browserHistory(): History {
  return {
    place: () => toPlace(new URL(location.href), history.state),
    write: (url, state, change) =>
      change === 'push' ? history.pushState(state, '', url) : history.replaceState(state, '', url),
    go: (delta) => history.go(delta),
    listen: (onPop) => {
      addEventListener('popstate', onPop)
      return () => removeEventListener('popstate', onPop)
    },
  }
}

/** A history without a browser: of a page that is rendered at build time, and of tests. */
export function memoryHistory(url: string): History {
  const entries = [toPlace(inApp(url), null)]
  const listeners = new Set<() => void>()
  let at = 0
  const current = () => entries[at] as Place
  return {
    place: current,
    write: (to, state, change) => {
      const { pathname, search } = current()
      if (change === 'push') at += 1
      entries.splice(at, change === 'push' ? entries.length : 1, toPlace(inApp(to, pathname + search), state))
    },
    go: (delta) => {
      at = Math.min(Math.max(at + delta, 0), entries.length - 1)
      for (const onPop of listeners) onPop()
    },
    listen: (onPop) => {
      listeners.add(onPop)
      return () => void listeners.delete(onPop)
    },
  }
}

const inApp = (url: string, base = '/') => new URL(url, new URL(base, 'http://app.invalid'))

const toPlace = ({ pathname, search, hash }: URL, state: unknown): Place => ({
  pathname,
  search,
  hash,
  state,
})
