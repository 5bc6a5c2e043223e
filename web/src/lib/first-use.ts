const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'scroll', 'click'] as const

/**
 * Calls `wake` when the element is seen or the page is touched anywhere, or at once where it is wanted. A call that failed, as without a
 * signal, is repeated with the next touch. Returns how to stop.
 */
export function onFirstUse(element: Element, wake: () => Promise<void>, isWanted: boolean): () => void {
  let isWaking = false
  const tryWaking = () => {
    if (isWaking) return
    isWaking = true
    wake().then(stop, () => {
      isWaking = false
    })
  }
  const sight = new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) tryWaking()
  })
  sight.observe(element)
  if (isWanted) tryWaking()
  for (const touch of TOUCHES) addEventListener(touch, tryWaking, { capture: true, passive: true })
  return stop

  function stop(): void {
    sight.disconnect()
    for (const touch of TOUCHES) removeEventListener(touch, tryWaking, { capture: true })
  }
}
