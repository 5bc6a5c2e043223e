import { useMemo } from 'react'
import { DayLanes } from './day-lanes.tsx'
import { MessageList } from './message-list.tsx'
import { toHeldEntries } from './spells.ts'
import { TimeLineTable } from './time-line-table.tsx'
import { toTimeLine } from './time-line.ts'
import type { Day } from './use-day.ts'
import type { Visitor } from './visitor.ts'
import { zoneOf } from './visitor-clock.ts'

type HappenedProps = { visitor: Visitor; day: Day }

/** The lanes of one day, the messages, and the time line. The time line includes that day's short waits that were not alerted. */
export function Happened({ visitor, day }: HappenedProps) {
  const entries = useMemo(
    () => toTimeLine(visitor, toHeldEntries(day.lanes.flatMap(({ spells }) => spells))),
    [visitor, day.lanes],
  )
  return (
    <>
      <DayLanes day={day} />
      <MessageList visitor={visitor} timezone={zoneOf(visitor)} />
      <TimeLineTable entries={entries} timezone={zoneOf(visitor)} isOfPark={day.subscription !== null} />
    </>
  )
}
