import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape, and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // The browser gives the focus back only while the dialog is in the document.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      className="m-auto max-h-[calc(100dvh-32px)] w-[min(440px,calc(100vw-32px))] rounded-card border border-line-strong bg-sheet p-6 text-ink shadow-shade backdrop:bg-[#060a1b99]"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="grid gap-4">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-22! leading-7!">
            {title}
          </h2>
          <button type="button" className="icon-btn -mt-2 -mr-2" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
