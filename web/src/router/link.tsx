import { useEffect, useEffectEvent, type ComponentProps, type MouseEvent } from 'react'
import { useRouting } from './router.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** A link within the app. A click that asks the browser for a tab, a window or a file is left to the browser. */
export function Link({ to, state = null, onClick, ...props }: LinkProps) {
  const { place, move } = useRouting()

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event)) return
    event.preventDefault()
    const isHere = to === place.pathname + place.search + place.hash
    move(to, state, isHere ? 'replace' : 'push')
  }

  return <a {...props} href={to} onClick={follow} />
}

/** A link that says whether it leads to the page one is on. */
export function NavLink(props: LinkProps) {
  const isHere = useRouting().place.pathname === props.to
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />
}

type NavigateProps = { to: string; replace?: boolean; state?: unknown }

/** Leads elsewhere as soon as it is shown. */
export function Navigate({ to, replace = false, state = null }: NavigateProps) {
  const { move } = useRouting()
  const leave = useEffectEvent(() => move(to, state, replace ? 'replace' : 'push'))
  useEffect(() => leave(), [])
  return null
}

const isForBrowser = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  (event.currentTarget.target !== '' && event.currentTarget.target !== '_self') ||
  event.currentTarget.hasAttribute('download')
