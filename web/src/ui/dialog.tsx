import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

type DialogProps = {
  title: string
  /** A page is as large as a phone's screen, and wider than a question elsewhere. */
  size?: keyof typeof SIZES
  onClose: () => void
  children: ReactNode
}

const SIZES = {
  question: 'm-auto max-h-[calc(100dvh-32px)] w-[min(440px,calc(100vw-32px))] rounded-card border p-6',
  page: 'm-0 h-dvh max-h-dvh w-screen max-w-none p-4 pb-12 md:m-auto md:h-auto md:max-h-[calc(100dvh-32px)] md:w-[560px] md:rounded-card md:border md:p-6',
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape, and gives the focus back. */
export function Dialog({ title, size = 'question', onClose, children }: DialogProps) {
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
      className={`${SIZES[size]} border-line-strong bg-sheet text-ink shadow-shade backdrop:bg-[#060a1b99]`}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="grid gap-4">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-22 leading-7">
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
