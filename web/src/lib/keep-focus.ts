const PARTS = 'ul, section, form, dialog, main'

/**
 * Keeps the focus near: if its element is taken away, the nearest part of the page around it gets the focus. Else a keyboard and a screen
 * reader would start at the top of the page again. A component that knows a better place focuses that itself. Returns how to stop.
 */
export function keepFocus(): () => void {
  let path = pathOf(document.activeElement)
  const note = ({ target }: FocusEvent) => {
    path = pathOf(target as Element)
  }
  const isLost = () => path[0]?.isConnected === false && document.activeElement === document.body
  const restore = () => {
    const part = isLost() ? path.find((element) => element.isConnected && element.matches(PARTS)) : undefined
    if (!(part instanceof HTMLElement)) return
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
  // After the effects of the drawing.
  const observer = new MutationObserver(() => isLost() && setTimeout(restore))

  addEventListener('focusin', note)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', note)
    observer.disconnect()
  }
}

/** The element and all around it: once it is taken away, it no longer says where it was. */
function pathOf(element: Element | null): Element[] {
  const path: Element[] = []
  for (let next = element; next; next = next.parentElement) path.push(next)
  return path
}
