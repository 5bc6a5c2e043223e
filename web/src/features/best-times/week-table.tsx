import type { WeekHour } from '@walkon/contracts/http/ride-statistics'
import { Shape, type ShapeName } from '../../ui/shape.tsx'
import { Part } from './part.tsx'
import { hourClock, spreadWords, weekSentence } from './ride-words.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The hours of a park's day, from 4 am on. */
const byParkDay = (one: number, other: number) => ((one + 20) % 24) - ((other + 20) % 24)

type WeekTableProps = {
  week: WeekHour[]
  /** 1 is Monday. */
  weekdayNow: number
  hourNow: number
  /** The shape of a wait, as on the board. */
  shapeOf: (waitMinutes: number) => ShapeName
}

/** The usual wait of each hour of the week: a table that is its own picture. */
export function WeekTable({ week, weekdayNow, hourNow, shapeOf }: WeekTableProps) {
  const hours = [...new Set(week.map(({ hour }) => hour))].toSorted(byParkDay)
  const known = new Map(week.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  return (
    <Part sentence={weekSentence(week)} note="The median of each weekday, of the last five weeks.">
      {hours.length > 0 && (
        <table className="w-full table-fixed border-separate border-spacing-0.5 font-display">
          <caption className="sr-only">Usual wait in minutes by hour and day of the week</caption>
          <thead>
            <tr className="font-text text-14 text-ink-2">
              <td className="w-13" />
              {DAYS.map((day, index) => (
                <th
                  key={day}
                  scope="col"
                  className={
                    index + 1 === weekdayNow ? 'text-ink underline underline-offset-4' : 'font-normal'
                  }
                >
                  <abbr title={day} className="no-underline">
                    {day.slice(0, 3)}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour}>
                <th
                  scope="row"
                  className="text-left font-text text-14 font-normal whitespace-nowrap text-ink-2"
                >
                  {hourClock(hour)}
                </th>
                {DAYS.map((day, index) => (
                  <Cell
                    key={day}
                    cell={known.get(`${index + 1} ${hour}`)}
                    shapeOf={shapeOf}
                    isNow={hour === hourNow && index + 1 === weekdayNow}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

type CellProps = Pick<WeekTableProps, 'shapeOf'> & { cell: WeekHour | undefined; isNow: boolean }

function Cell({ cell, shapeOf, isNow }: CellProps) {
  if (!cell) return <td className="text-center text-ink-2">–</td>
  const shape = shapeOf(cell.medianMinutes)
  return (
    <td
      title={spreadWords(cell)}
      className={`h-8 rounded-[4px] bg-[color-mix(in_srgb,var(--band)_13%,transparent)] text-center whitespace-nowrap md:h-9 band-${shape} ${isNow ? 'outline-2 outline-ink' : ''}`}
    >
      <span className="inline-flex items-center gap-1">
        <Shape name={shape} className="[--size:8px]" />
        <b>{cell.medianMinutes}</b>
      </span>
    </td>
  )
}
