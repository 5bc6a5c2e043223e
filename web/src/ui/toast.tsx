import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type Notice = { title: string; text?: string; kind?: 'plain' | 'error' }

type Shown = Notice & { id: number }

const SHOWN_MS = 8000
const MOST_AT_ONCE = 3
let shownCount = 0

const ToastContext = createContext<(notice: Notice) => void>(() => undefined)

/** Shows a short notice on the page where the visitor is then. */
export const useToast = () => useContext(ToastContext)

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const show = useCallback((notice: Notice) => {
    shownCount += 1
    const toast = { ...notice, id: shownCount }
    setShown((before) => [...before, toast].slice(-MOST_AT_ONCE))
  }, [])
  const close = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  )

  return (
    <ToastContext value={show}>
      {children}
      {/* The live region exists before the first notice, so that a screen reader announces that one too. */}
      <div
        className="pointer-events-none fixed right-(--gutter) bottom-4 left-(--gutter) z-30 grid justify-items-end gap-2"
        role="status"
        aria-atomic="false"
        aria-label="Notices"
      >
        {shown.map((toast) => (
          <Toast key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  )
}

const TOAST =
  'pointer-events-auto flex w-[min(400px,100%)] items-start gap-2 rounded-card border border-l-8 border-line-strong bg-sheet py-4 pr-2 pl-4 shadow-shade'

/** It waits while the pointer or the focus is on it. */
function Toast({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const { id, title, text, kind } = toast
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isHovered || isFocused
  const handlers = useMemo(
    () => ({
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    }),
    [],
  )

  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => onClose(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, id, onClose])

  return (
    <div className={`${TOAST} ${kind === 'error' ? 'border-l-error' : 'border-l-ink'}`} {...handlers}>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="block font-display">{title}</b>
        {text}
      </p>
      <button type="button" className="icon-btn -my-2" aria-label="Dismiss" onClick={() => onClose(id)}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
