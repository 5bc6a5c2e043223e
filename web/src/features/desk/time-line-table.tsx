import { useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import { ENTRY_KINDS, type Entry, type EntryKind } from './time-line.ts'

const NAMES: Record<EntryKind, string> = {
  sent: 'Sent',
  failed: 'Failed',
  money: 'Money',
  change: 'Changed by the visitor',
  staff: 'Staff',
}
const SHAPES = { sent: 'walk', failed: 'long', money: 'none', change: 'moderate', staff: 'closed' } as const

/** So many rows are drawn at once: thousands more come on demand, so that a long time line stays usable. */
const ROWS_AT_ONCE = 100

/** What happened, the newest first. Times are those of this computer. */
export function TimeLineTable({ entries }: { entries: Entry[] }) {
  const [kind, setKind] = useState<EntryKind | null>(null)
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const chosen = kind === null ? entries : entries.filter((entry) => entry.kind === kind)
  const choose = (next: EntryKind | null) => {
    setKind(next)
    setShown(ROWS_AT_ONCE)
  }
  return (
    <section aria-labelledby="time-line" className="grid min-w-0 gap-3">
      <h3 id="time-line" className="text-22! leading-7!">
        Time line
      </h3>
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2 print:hidden">
        <Button quiet={kind !== null} small aria-pressed={kind === null} onClick={() => choose(null)}>
          All {entries.length}
        </Button>
        {ENTRY_KINDS.map((name) => (
          <Button
            key={name}
            quiet={kind !== name}
            small
            aria-pressed={kind === name}
            onClick={() => choose(name)}
          >
            {NAMES[name]} {entries.filter((entry) => entry.kind === name).length}
          </Button>
        ))}
      </div>
      {chosen.length === 0 && <p className="text-ink-2">Nothing of this kind is kept.</p>}
      <ol aria-label="Entries" className="grid text-14" onKeyDown={moveFocus}>
        {chosen.slice(0, shown).map((entry, index) => (
          <Row key={`${entry.ref} ${entry.what} ${index}`} entry={entry} isFirst={index === 0} />
        ))}
      </ol>
      {chosen.length > shown && (
        <Button quiet className="justify-self-start" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          Show {Math.min(ROWS_AT_ONCE, chosen.length - shown)} more
        </Button>
      )}
    </section>
  )
}

/** The arrows, Home and End move through the entries; the Tab key stops at the first one alone. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  rows[next]?.focus()
}

function Row({ entry: { at, kind, what, thing, ref }, isFirst }: { entry: Entry; isFirst: boolean }) {
  return (
    <li
      tabIndex={isFirst ? 0 : -1}
      className="grid gap-x-4 border-t border-line py-1 md:grid-cols-[170px_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <time dateTime={at} className="text-ink-2">
        {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}
      </time>
      <span className="min-w-0 wrap-anywhere">
        <Shape name={SHAPES[kind]} className="[--size:10px]" /> {what}
      </span>
      <span className="min-w-0 wrap-anywhere">
        {thing} <code className="text-ink-2">{ref.slice(0, 8)}</code>
      </span>
    </li>
  )
}
