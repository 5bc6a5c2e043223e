import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { Icon } from './icon.tsx'
import { ToastContext } from './toast-place.tsx'

export type Notice = {
  title: string
  text?: string
  kind?: 'plain' | 'error'
  /** How long it stays, in milliseconds. */
  shownMs?: number
}

const SHOWN_MS = 8000

/** Shows a short notice on the page where the visitor is then. */
export function useToast(): (notice: Notice) => void {
  const show = useContext(ToastContext)
  return useCallback((notice) => show((close) => <Toast notice={notice} onClose={close} />), [show])
}

const TOAST =
  'pointer-events-auto flex w-[min(400px,100%)] items-start gap-2 rounded-card border border-l-8 border-line-strong bg-sheet py-4 pr-2 pl-4 shadow-shade'

/** It waits while the pointer or the focus is on it. */
function Toast({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { title, text, kind, shownMs = SHOWN_MS } = notice
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
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, onClose, shownMs])

  return (
    <div className={`${TOAST} ${kind === 'error' ? 'border-l-error' : 'border-l-ink'}`} {...handlers}>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="block font-display">{title}</b>
        {text}
      </p>
      <button type="button" className="icon-btn -my-2" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
