import type { AlertCounts } from '@walkon/contracts/http/how-we-do'
import { addDays, dayLabel } from '../../lib/park-time.ts'
import { AsTable } from '../../ui/as-table.tsx'
import { countWords, daysWords, lengthWords } from './count-words.ts'

const BOX = { barWidth: 10, height: 120 }
/** A minute is the promise. Bars are cut at the top, so that one bad day leaves the others to be read. */
const MINUTE = 60
const TOP_SECONDS = 2 * MINUTE

type Day = AlertCounts['days'][number]

/** How long the slowest of 95 in 100 alerts took on each day, over the median. */
export function DayBars({ days }: { days: AlertCounts['days'] }) {
  const [newest, oldest] = [days[0], days.at(-1)]
  if (!newest || !oldest || !days.some(isMeasured)) return null
  const dates = datesBetween(oldest.date, newest.date)
  const dayOf = new Map(days.map((day) => [day.date, day]))
  return (
    <section aria-labelledby="days" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="days" className="text-28 leading-8">
          Day by day
        </h2>
        <p className="text-ink-2">Seconds that 95 of 100 alerts took, at most. {slowWords(days)}</p>
      </div>
      <figure aria-hidden="true" className="grid gap-1.5">
        <svg
          className="h-30 w-full border-b border-line-strong"
          viewBox={`0 0 ${dates.length * BOX.barWidth} ${BOX.height}`}
          preserveAspectRatio="none"
        >
          {dates.map((date, index) => (
            <Bar key={date} day={dayOf.get(date)} x={index * BOX.barWidth} />
          ))}
          <path
            d={`M0 ${BOX.height - heightOf(MINUTE)}H${dates.length * BOX.barWidth}`}
            className="stroke-ink"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <figcaption className="flex justify-between gap-4 text-14 text-ink-2">
          <span>{dayLabel(oldest.date)}</span>
          <span>dashed: one minute</span>
          {newest !== oldest && <span>{dayLabel(newest.date)}</span>}
        </figcaption>
      </figure>
      <AsTable
        caption={`Alerts of each day, ${daysWords(oldest.date, newest.date)}`}
        columns={['Day', 'Alerts', 'Median', '95 of 100 within']}
        rows={days.map(({ date, alerts, medianSeconds, p95Seconds }) => ({
          name: dayLabel(date),
          cells: [countWords(alerts), ...[medianSeconds, p95Seconds].map(secondsWords)],
        }))}
      />
    </section>
  )
}

const heightOf = (seconds: number) => (Math.min(seconds, TOP_SECONDS) / TOP_SECONDS) * BOX.height

/** Nothing for a day with too few alerts. */
function Bar({ day, x }: { day: Day | undefined; x: number }) {
  if (!day || !isMeasured(day)) return null
  const box = (seconds: number) => {
    const height = Math.max(2, heightOf(seconds))
    return { x: x + 1, width: BOX.barWidth - 2, y: BOX.height - height, height }
  }
  return (
    <>
      <rect
        {...box(day.p95Seconds)}
        className={day.p95Seconds > MINUTE ? 'fill-action' : 'fill-line-strong'}
      />
      <rect {...box(day.medianSeconds)} className="fill-go" />
    </>
  )
}

type MeasuredDay = Day & { medianSeconds: number; p95Seconds: number }

const isMeasured = (day: Day): day is MeasuredDay => day.medianSeconds !== null && day.p95Seconds !== null

/** "2 days were over a minute." */
function slowWords(days: Day[]): string {
  const slow = days.filter((day) => isMeasured(day) && day.p95Seconds > MINUTE).length
  if (slow === 0) return 'No day was over a minute.'
  return slow === 1 ? 'One day was over a minute.' : `${slow} days were over a minute.`
}

const secondsWords = (seconds: number | null) => (seconds === null ? 'Too few to say' : lengthWords(seconds))

function datesBetween(first: string, last: string): string[] {
  const dates = [first]
  for (let date = first; date < last; ) dates.push((date = addDays(date, 1)))
  return dates
}
