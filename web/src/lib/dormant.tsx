import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { NewerBuild } from '../ui/newer-build.tsx'
import { useIsHydrated } from './hydration.tsx'
import type { KeptEntries } from './kept-entries.ts'
import { onFirstUse } from './first-use.ts'
import { isNewerBuildThere } from './newer-build.ts'

/** React leaves the HTML of an element alone whose inner HTML it believes to have set. Always the same object, so that it stays so. */
const AS_RENDERED = { __html: '' }

/** The build renders all of a page. */
const isBeingBuilt = typeof window === 'undefined'

const isNever = () => false

type DormantProps = {
  /** Loads the code of the part. */
  load: () => Promise<unknown>
  /** Whether the part has something to show although the page was not touched. */
  isWanted?: () => boolean
  className?: string
  children: ReactNode
}

/**
 * A part of a prerendered page that begins below the first screen of a phone. Its HTML stays as the build has rendered it until the part
 * is seen or the page is touched. Then its code is loaded, and the part takes over with what was entered into the HTML and pressed there.
 */
export function Dormant({ load, isWanted = isNever, className, children }: DormantProps) {
  const isHydrated = useIsHydrated()
  const [isAwake, setAwake] = useState(isBeingBuilt || isHydrated)
  const [isOutdated, setOutdated] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const entries = useRef<KeptEntries>(null)

  useEffect(() => {
    const asleep = place.current
    if (isAwake || !asleep) return undefined
    const pressed: EventTarget[] = []
    asleep.addEventListener('click', ({ target }) => target && pressed.push(target))
    const hasFields = asleep.querySelector('input') !== null
    const wake = async () => {
      const [keeping] = await Promise.all([hasFields ? import('./kept-entries.ts') : null, load()])
      entries.current = keeping?.keepEntries(asleep, pressed) ?? null
      setAwake(true)
    }
    const wakeOrSayWhy = () =>
      wake().catch(async (error: unknown) => {
        // Without fields it is text and links, which need no code.
        if (!hasFields || !(await isNewerBuildThere())) throw error
        setOutdated(true)
      })
    return onFirstUse(asleep, wakeOrSayWhy, isWanted())
  }, [isAwake, load, isWanted])

  useLayoutEffect(() => {
    if (isAwake && place.current) entries.current?.fillIn(place.current)
  }, [isAwake])

  return isAwake ? (
    <div key="awake" ref={place} className={className}>
      {children}
    </div>
  ) : (
    <>
      <div
        key="asleep"
        ref={place}
        className={className}
        dangerouslySetInnerHTML={AS_RENDERED}
        suppressHydrationWarning
      />
      {isOutdated && (
        <div className="mt-4">
          <NewerBuild />
        </div>
      )}
    </>
  )
}
