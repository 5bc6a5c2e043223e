import { useEffect, useRef, type RefObject } from 'react'

type RowKeys = {
  /** For the list whose children are the rows; each takes the focus. */
  ref: RefObject<HTMLUListElement | null>
  /** Moves the focus away from a row that leaves: to the next, or the one before where it was the last. */
  leaveRow: (index: number) => void
}

/**
 * J and K move through the rows of a list. A key of `actions` presses the button of that name in the focused row. They work while the
 * focus is in the list, and J also while it is nowhere. A letter that is spoken or typed elsewhere decides nothing.
 */
export function useRowKeys(actions: Record<string, string>): RowKeys {
  const ref = useRef<HTMLUListElement>(null)
  const rows = () => Array.from(ref.current?.children ?? []).filter((row) => row instanceof HTMLElement)
  const focusRow = (index: number) => {
    const row = rows()[index]
    row?.focus()
    row?.scrollIntoView?.({ block: 'nearest' })
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const all = rows()
      const at = all.findIndex((row) => row.contains(document.activeElement))
      if (key === 'j' && (at !== -1 || document.activeElement === document.body))
        focusRow(Math.min(at + 1, all.length - 1))
      else if (key === 'k' && at !== -1) focusRow(Math.max(at - 1, 0))
      else if (at !== -1) press(all[at], actions[key])
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return { ref, leaveRow: (index) => focusRow(index + 1 < rows().length ? index + 1 : index - 1) }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

function press(row: Element | undefined, name: string | undefined): void {
  const buttons = Array.from(row?.querySelectorAll('button') ?? [])
  buttons.find((button) => button.textContent === name)?.click()
}
