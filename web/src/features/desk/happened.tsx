import { useMemo } from 'react'
import { DayLanes } from './day-lanes.tsx'
import { toHeldEntries } from './spells.ts'
import { TimeLineTable } from './time-line-table.tsx'
import { toTimeLine } from './time-line.ts'
import { useDay } from './use-day.ts'
import type { Visitor } from './visitor.ts'
import { zoneOf } from './visitor-clock.ts'

type HappenedProps = { visitor: Visitor; cooldownMinutes: number; now: Date }

/** The lanes of one day, and the time line. The time line includes that day's short waits that were not alerted. */
export function Happened({ visitor, cooldownMinutes, now }: HappenedProps) {
  const day = useDay(visitor, cooldownMinutes, now)
  const entries = useMemo(
    () => toTimeLine(visitor, toHeldEntries(day.lanes.flatMap(({ spells }) => spells))),
    [visitor, day.lanes],
  )
  return (
    <>
      <DayLanes day={day} />
      <TimeLineTable entries={entries} timezone={zoneOf(visitor)} isOfPark={day.subscription !== null} />
    </>
  )
}
