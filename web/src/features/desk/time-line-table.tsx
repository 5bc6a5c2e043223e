import { useState } from 'react'
import { dayLabel, parkDateAt, timezoneName } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import { clockWithSeconds } from '../../lib/clock-with-seconds.ts'
import { shortId } from './act-names.ts'
import { counted } from './counted.ts'
import { DeskSection } from './desk-section.tsx'
import { FilterChips } from './filter-chips.tsx'
import { moveFocus } from './move-focus.ts'
import { ENTRY_KINDS, type Entry, type EntryKind } from './entry.ts'

const NAMES: Record<EntryKind, string> = {
  sent: 'Sent',
  held: 'Held',
  failed: 'Failed',
  money: 'Money',
  change: 'By the visitor',
  staff: 'Staff',
}
const SHAPES = {
  sent: 'walk',
  held: 'moderate',
  failed: 'long',
  money: 'none',
  change: 'short',
  staff: 'closed',
} as const

/** The rows drawn at once: thousands more come on demand, so that a long time line stays usable. */
const ROWS_AT_ONCE = 40

type TimeLineTableProps = {
  entries: Entry[]
  timezone: string
  /** True if the time zone is that of a park, and not of this computer. */
  isOfPark: boolean
}

/** The time line, the newest first, by the clock of the park that was watched last. */
export function TimeLineTable({ entries, timezone, isOfPark }: TimeLineTableProps) {
  const [kind, setKind] = useState<EntryKind | null>(null)
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const chosen = kind === null ? entries : entries.filter((entry) => entry.kind === kind)
  const choose = (next: EntryKind | null) => {
    setKind(next)
    setShown(ROWS_AT_ONCE)
  }
  return (
    <DeskSection
      title="Time line"
      summary={counted(entries.length, 'entry', 'entries')}
      tools={<KindButtons entries={entries} kind={kind} onChoose={choose} />}
    >
      {entries[0] && (
        <p className="text-14 text-ink-2">
          Times are {timezoneName(new Date(entries[0].at), timezone)}, those of{' '}
          {isOfPark ? 'the park' : 'this computer'}.
        </p>
      )}
      {chosen.length === 0 && <p className="text-ink-2">Nothing of this kind is kept.</p>}
      <ol aria-label="Entries" className="border-t border-line-strong text-14" onKeyDown={moveFocus}>
        {chosen.slice(0, shown).map((entry, index) => (
          <Row
            key={`${entry.ref} ${entry.what} ${index}`}
            entry={entry}
            timezone={timezone}
            isFirst={index === 0}
          />
        ))}
      </ol>
      {chosen.length > shown && (
        <Button
          quiet
          className="justify-self-start print:hidden"
          onClick={() => setShown(shown + ROWS_AT_ONCE)}
        >
          Show {Math.min(ROWS_AT_ONCE, chosen.length - shown)} more
        </Button>
      )}
    </DeskSection>
  )
}

type KindButtonsProps = {
  entries: Entry[]
  kind: EntryKind | null
  onChoose: (kind: EntryKind | null) => void
}

/** Kinds without an entry have no button. */
function KindButtons({ entries, kind, onChoose }: KindButtonsProps) {
  const counts = Map.groupBy(entries, (entry) => entry.kind)
  return (
    <FilterChips
      label="Show"
      all={entries.length}
      kinds={ENTRY_KINDS.filter((name) => counts.has(name) || name === kind).map((name) => ({
        kind: name,
        name: NAMES[name],
        count: counts.get(name)?.length ?? 0,
      }))}
      chosen={kind}
      onChoose={onChoose}
    />
  )
}

type RowProps = { entry: Entry; timezone: string; isFirst: boolean }

function Row({ entry: { at, kind, what, thing, ref, tookSeconds }, timezone, isFirst }: RowProps) {
  const instant = new Date(at)
  return (
    <li
      tabIndex={isFirst ? 0 : -1}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-1 md:grid-cols-[148px_minmax(0,1fr)_56px_72px] min-[1200px]:grid-cols-[148px_minmax(0,1fr)_minmax(0,1fr)_56px_72px]"
    >
      <time dateTime={at} className="whitespace-nowrap text-ink-2">
        {dayLabel(parkDateAt(instant, timezone)).slice(5)}, {clockWithSeconds(instant, timezone)}
      </time>
      <span className="min-w-0 wrap-anywhere max-md:order-1 max-md:col-span-full">
        <Shape name={SHAPES[kind]} className="mr-1 [--size:10px]" /> {what}
      </span>
      <span className="min-w-0 wrap-anywhere empty:max-[1200px]:hidden max-md:order-2 max-md:col-span-full md:max-[1200px]:order-1 md:max-[1200px]:col-[2/-1] md:max-[1200px]:text-ink-2">
        {thing}
      </span>
      <span className="text-right text-ink-2 max-md:hidden">
        {tookSeconds !== undefined && `${tookSeconds.toFixed(1)} s`}
      </span>
      <code className="text-ink-2">{shortId(ref)}</code>
    </li>
  )
}
