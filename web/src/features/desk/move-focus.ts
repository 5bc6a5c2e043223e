import type { KeyboardEvent } from 'react'

/** The arrows, Home and End move through the entries of a list; the Tab key stops at the first one alone. */
export function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li[tabindex]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  rows[next]?.focus()
}
