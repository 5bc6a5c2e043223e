import { useSyncExternalStore } from 'react'

/** True as long as the window matches a media query. Only for parts that are never rendered by the build. */
export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
