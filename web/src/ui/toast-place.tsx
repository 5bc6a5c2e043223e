import { createContext, Fragment, useCallback, useState, type ReactNode } from 'react'

/** A notice. `close` takes it away. */
type Content = (close: () => void) => ReactNode

const MOST_AT_ONCE = 3
let shownCount = 0

export const ToastContext = createContext<(content: Content) => void>(() => undefined)

/** The place of notices, on every page. Their code (toast.tsx) comes with the pages that have something to say. */
export function ToastPlace({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ id: number; content: ReactNode }[]>([])
  const show = useCallback((content: Content) => {
    shownCount += 1
    const id = shownCount
    const close = () => setShown((before) => before.filter((toast) => toast.id !== id))
    setShown((before) => [...before, { id, content: content(close) }].slice(-MOST_AT_ONCE))
  }, [])

  return (
    <ToastContext value={show}>
      {children}
      {/* The live region exists before the first notice, so that a screen reader announces that one too. */}
      <div
        className="pointer-events-none fixed right-(--gutter) bottom-24 left-(--gutter) z-30 grid justify-items-end gap-2"
        role="status"
        aria-atomic="false"
        aria-label="Notices"
      >
        {shown.map(({ id, content }) => (
          <Fragment key={id}>{content}</Fragment>
        ))}
      </div>
    </ToastContext>
  )
}
