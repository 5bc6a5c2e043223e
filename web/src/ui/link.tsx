import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** Kept with the entry of the history. */
  state?: unknown
}

/** A link within the app. react-router's own brings the prefetching of its framework mode into the first load (4 kB). */
export function Link({ to, state, onClick, ...props }: LinkProps) {
  const follow = useLinkClickHandler(to, { state })
  return (
    <a
      {...props}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
