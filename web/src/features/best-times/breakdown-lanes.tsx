import type { RideStatistics, StatisticsDay } from '@walkon/contracts/http/ride-statistics'
import { clockTime, dayLabel, minutesIntoParkDay, parkDayClock, weekday } from '../../lib/park-time.ts'
import { Part } from './part.tsx'
import { downSentence, lengthWords, reliabilityWords } from './ride-words.ts'
import { AsTable } from '../../ui/as-table.tsx'

type BreakdownLanesProps = { statistics: RideStatistics; now: Date }

const LANE = { width: 480, height: 20 }
/** A few minutes of a long day can still be seen. */
const LEAST_WIDTH = 4
const MINUTES_A_DAY = 24 * 60
const HOUR_MINUTES = 60

/** When the ride was down on each of the last days. */
export function BreakdownLanes({ statistics, now }: BreakdownLanesProps) {
  const { lastDays, timezone } = statistics
  const spans = lastDays.map((day) => spansOf(day, timezone, now))
  const minutes = spans.flat().flatMap(({ from, until }) => [from, until])
  const start = minutes.length > 0 ? toHour(Math.min(...minutes), Math.floor) : 0
  const end = minutes.length > 0 ? toHour(Math.max(...minutes), Math.ceil) : MINUTES_A_DAY
  const x = (minute: number) => ((minute - start) / Math.max(1, end - start)) * LANE.width
  return (
    <Part
      sentence={downSentence(statistics)}
      note={reliabilityWords(statistics).map((words) => (
        <span key={words} className="block">
          {words}
        </span>
      ))}
    >
      {minutes.length > 0 && (
        <>
          <div aria-hidden="true" className="border-t border-line">
            {lastDays.map(({ date }, index) => (
              <Lane
                key={date}
                name={index === lastDays.length - 1 ? 'Today' : weekday(date)}
                spans={spans[index] ?? []}
                x={x}
              />
            ))}
            <p className="grid grid-cols-[48px_minmax(0,1fr)_92px] gap-3 pt-1 text-14 text-ink-2">
              <span />
              <span className="flex justify-between">
                <span>{parkDayClock(start)}</span>
                <span>{parkDayClock(end % MINUTES_A_DAY)}</span>
              </span>
            </p>
          </div>
          <AsTable
            caption="Each time the ride was down in the last seven days"
            columns={['Day', 'From', 'To', 'Down']}
            rows={toRows(lastDays, timezone, now)}
          />
        </>
      )}
    </Part>
  )
}

type LaneProps = { name: string; spans: Span[]; x: (minute: number) => number }

const Lane = ({ name, spans, x }: LaneProps) => (
  <div className="grid min-h-10 grid-cols-[48px_minmax(0,1fr)_92px] items-center gap-3 border-b border-line">
    <span className="text-14 text-ink-2">{name}</span>
    <svg className="h-5 w-full" viewBox={`0 0 ${LANE.width} ${LANE.height}`} preserveAspectRatio="none">
      <path d={`M0 10H${LANE.width}`} className="stroke-line-strong" />
      {spans.map(({ from, until }) => (
        <rect
          key={from}
          x={x(from)}
          width={Math.max(LEAST_WIDTH, x(until) - x(from))}
          height={LANE.height}
          className="fill-ink-2"
        />
      ))}
    </svg>
    <b className="text-right whitespace-nowrap">{sumWords(spans)}</b>
  </div>
)

type Span = { from: number; until: number; minutes: number }

/** In minutes of the park's day; a breakdown that lasts, until now. */
const spansOf = ({ breakdowns }: StatisticsDay, timezone: string, now: Date): Span[] =>
  breakdowns.map(({ startsAt, endsAt }) => {
    const [starts, ends] = [new Date(startsAt), endsAt === null ? now : new Date(endsAt)]
    const from = minutesIntoParkDay(starts, timezone)
    const minutes = Math.max(0, Math.round((ends.getTime() - starts.getTime()) / 60_000))
    return { from, until: Math.min(from + minutes, MINUTES_A_DAY), minutes }
  })

const toHour = (minute: number, round: (hours: number) => number) =>
  round(minute / HOUR_MINUTES) * HOUR_MINUTES

const sumWords = (spans: Span[]) =>
  spans.length === 0 ? '–' : lengthWords(spans.reduce((sum, { minutes }) => sum + minutes, 0))

const toRows = (days: StatisticsDay[], timezone: string, now: Date) =>
  days.flatMap((day) =>
    day.breakdowns.map(({ startsAt, endsAt, cameBack }, index) => {
      const from = clockTime(new Date(startsAt), timezone)
      const minutes = spansOf(day, timezone, now)[index]?.minutes ?? 0
      const to =
        endsAt === null ? 'still down' : cameBack ? clockTime(new Date(endsAt), timezone) : 'the closing'
      return { name: `${dayLabel(day.date)}, ${from}`, cells: [from, to, lengthWords(minutes)] }
    }),
  )
