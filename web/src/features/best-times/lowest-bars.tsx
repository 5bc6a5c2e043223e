import type { StatisticsDay } from '@walkon/contracts/http/ride-statistics'
import type { ReactNode } from 'react'
import { dayLabel, weekday } from '../../lib/park-time.ts'
import { Part } from './part.tsx'
import { hourClock, lowestSentence } from './ride-words.ts'
import { AsTable } from '../../ui/as-table.tsx'

type LowestBarsProps = {
  days: StatisticsDay[]
  limitMinutes: number
  /** Changes the limit, and how often it was met over all hours. */
  children: ReactNode
}

const BOX = { width: 7 * 48, height: 120 }
/** A taller bar tells no more about a limit. */
const LEAST_TOP_MINUTES = 30

/** The shortest wait of each of the last days against a limit. */
export function LowestBars({ days, limitMinutes, children }: LowestBarsProps) {
  const top = Math.max(LEAST_TOP_MINUTES, limitMinutes, ...days.map(({ lowest }) => lowest?.waitMinutes ?? 0))
  const heightOf = (minutes: number) => (minutes / top) * BOX.height
  return (
    <Part sentence={lowestSentence(days, limitMinutes)} note="The shortest wait of each day.">
      {children}
      <div aria-hidden="true" className="grid gap-1.5">
        <svg
          className="h-30 w-full border-b border-line-strong"
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
        >
          {days.map(({ date, lowest }, index) =>
            lowest ? (
              <rect
                key={date}
                x={index * 48 + 6}
                width={36}
                y={BOX.height - Math.max(2, heightOf(lowest.waitMinutes))}
                height={Math.max(2, heightOf(lowest.waitMinutes))}
                className={lowest.waitMinutes <= limitMinutes ? 'fill-go' : 'fill-line-strong'}
              />
            ) : null,
          )}
          <path
            d={`M0 ${BOX.height - heightOf(limitMinutes)}H${BOX.width}`}
            className="stroke-action"
            strokeWidth={2}
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div className="grid grid-cols-7 text-center text-14 text-ink-2">
          {days.map(({ date, lowest }, index) => (
            <span key={date} className="grid">
              <b className="text-16 text-ink">{lowest?.waitMinutes ?? '–'}</b>
              {index === days.length - 1 ? 'Today' : weekday(date)}
            </span>
          ))}
        </div>
      </div>
      <AsTable
        caption="The shortest wait of each of the last seven days"
        columns={['Day', 'Shortest', 'At']}
        rows={days.map(({ date, lowest }) => ({
          name: dayLabel(date),
          cells: lowest ? [`${lowest.waitMinutes} min`, hourClock(lowest.hour)] : ['No wait', '–'],
        }))}
      />
    </Part>
  )
}
