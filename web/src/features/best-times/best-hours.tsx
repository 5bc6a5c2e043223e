import type { BestOfDay } from '@walkon/contracts/http/ride-statistics'
import { spanForVisitor } from '../../lib/moment-words.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { BoardLine, type Look } from '../../ui/board-line.tsx'
import { closedWords, dayName, type DayName } from './day-name.ts'

type BestHoursProps = {
  best: BestOfDay[]
  now: Date
  timezone: string
  /** How a wait looks on the board. */
  lookOf: (waitMinutes: number) => Look
}

/** The two hours of today and of tomorrow in which the ride is usually shortest, beside the longest two. */
export const BestHours = ({ best, now, timezone, lookOf }: BestHoursProps) => (
  <div className="grid min-w-0 content-start gap-8">
    {best.map((day) => (
      <section key={day.date} aria-labelledby={`best-${day.date}`}>
        <h2 id={`best-${day.date}`} className="pb-2 text-22 leading-7">
          Best two hours {dayName(day.date, now, timezone)}
          <small className="pl-2 font-text text-14 font-normal tracking-normal text-ink-2">
            {dayLabel(day.date)}
          </small>
        </h2>
        {day.shortest && day.longest ? (
          <ul className="rides">
            <li>
              <TwoHours hours={day.shortest} words="the shortest two" timezone={timezone} lookOf={lookOf} />
            </li>
            <li>
              <TwoHours hours={day.longest} words="the longest two" timezone={timezone} lookOf={lookOf} />
            </li>
          </ul>
        ) : (
          <p className="text-ink-2">{noneWords(day, dayName(day.date, now, timezone))}</p>
        )}
      </section>
    ))}
  </div>
)

const noneWords = ({ isOpen }: BestOfDay, name: DayName): string => {
  if (!isOpen) return closedWords(name)
  return name === 'tomorrow'
    ? 'We don’t know these hours well enough yet.'
    : 'Too few hours are left, or we don’t know them well enough.'
}

type TwoHoursProps = Pick<BestHoursProps, 'timezone' | 'lookOf'> & {
  hours: NonNullable<BestOfDay['shortest']>
  words: string
}

const TwoHours = ({ hours: { startsAt, endsAt, usualMinutes }, words, timezone, lookOf }: TwoHoursProps) => (
  <BoardLine
    look={lookOf(usualMinutes)}
    number={
      usualMinutes > 0 && (
        <>
          {usualMinutes}
          <small> min</small>
        </>
      )
    }
    name={spanForVisitor(new Date(startsAt), new Date(endsAt), timezone)}
    meta={<span>{words}, usually</span>}
  />
)
