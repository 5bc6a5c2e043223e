import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIsHydrated } from './hydration.tsx'

/** React leaves the HTML of an element alone whose inner HTML it believes to have set. Always the same object, so that it stays so. */
const AS_RENDERED = { __html: '' }

/** The build renders all of a page. */
const isBeingBuilt = typeof window === 'undefined'

/** A section is loaded when it is less than a screen away. */
const NEAR = '100%'

type DormantProps = {
  /** Loads the code of the section. */
  load: () => Promise<unknown>
  className?: string
  children: ReactNode
}

/**
 * A section of text, links and forms below the first screen of a prerendered page. Its HTML stays as the build has rendered it until the
 * section comes near. Then its code is loaded and takes over, in the same size. Its links stay within the app before that too. A form in
 * it is inert until then (lib/waking-form.tsx): an entry would be lost.
 */
export function Dormant({ load, className, children }: DormantProps) {
  const isHydrated = useIsHydrated()
  const [isAwake, setAwake] = useState(isBeingBuilt || isHydrated)
  const place = useRef<HTMLDivElement>(null)
  const focusedLink = useRef(-1)
  const navigate = useNavigate()

  useEffect(() => {
    const asleep = place.current
    if (isAwake || !asleep) return undefined
    return whenNear(asleep, async () => {
      await load()
      focusedLink.current = linksOf(asleep).findIndex((link) => link === document.activeElement)
      setAwake(true)
    })
  }, [isAwake, load])

  useLayoutEffect(() => {
    if (isAwake && place.current) linksOf(place.current)[focusedLink.current]?.focus({ preventScroll: true })
  }, [isAwake])

  function follow(event: MouseEvent): void {
    const path = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!path || !path.startsWith('/') || !isPlain) return
    event.preventDefault()
    void navigate(path)
  }

  return isAwake ? (
    <div key="awake" ref={place} className={className}>
      {children}
    </div>
  ) : (
    <div
      key="asleep"
      ref={place}
      className={className}
      onClick={follow}
      dangerouslySetInnerHTML={AS_RENDERED}
      suppressHydrationWarning
    />
  )
}

const linksOf = (within: Element) => [...within.querySelectorAll('a')]

/** Calls `wake` when the element comes near. A call that failed, as without a signal, is repeated when it comes near again or the signal is back. Returns how to stop. */
function whenNear(element: Element, wake: () => Promise<void>): () => void {
  let isNear = false
  const tryWaking = () => {
    if (isNear) wake().then(stop, () => undefined)
  }
  const sight = new IntersectionObserver(
    ([seen]) => {
      isNear = seen?.isIntersecting === true
      tryWaking()
    },
    { rootMargin: NEAR },
  )
  sight.observe(element)
  addEventListener('online', tryWaking)
  return stop

  function stop(): void {
    sight.disconnect()
    removeEventListener('online', tryWaking)
  }
}
