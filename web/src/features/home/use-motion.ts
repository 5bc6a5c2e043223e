import { useEffect, useState, type RefObject } from 'react'

const STILL = '(prefers-reduced-motion: reduce)'

/** True if things may move by themselves, as the visitor has set it. */
export function useMotion(): boolean {
  const [isStill] = useState(() => typeof window === 'undefined' || matchMedia(STILL).matches)
  return !isStill
}

/** True while the element is in view, and until the browser has said. Only content in view moves: any motion keeps the page drawing. */
export function useIsSeen(element: RefObject<Element | null>): boolean {
  // Prerendered HTML stands still until its code is there.
  const [isSeen, setSeen] = useState(typeof window !== 'undefined')
  useEffect(() => {
    const seen = element.current
    if (!seen) return undefined
    const sight = new IntersectionObserver((told) => setSeen(told.at(-1)?.isIntersecting === true))
    sight.observe(seen)
    return () => sight.disconnect()
  }, [element])
  return isSeen
}

/** Counts from 0 to `target` within `ms` each time that `round` changes; shows `target` at once where nothing may move. */
export function useCountUp(target: number, { ms, round }: { ms: number; round: number }): number {
  const mayMove = useMotion()
  const [counted, setCounted] = useState({ round: -1, value: 0 })
  useEffect(() => {
    if (!mayMove) return undefined
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(at) {
      const part = Math.min(1, Math.max(0, at - startedAt) / ms)
      setCounted({ round, value: Math.round(target * part) })
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [mayMove, target, ms, round])
  if (!mayMove) return target
  return counted.round === round ? counted.value : 0
}
