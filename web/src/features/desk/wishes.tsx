import { stepsOfReturnTime, stepsOfTable, type LifeStep } from '@walkon/contracts/life-steps'
import { clockTime, dayLabel, parkDateAt } from '../../lib/park-time.ts'
import { lanePassWords, returnTimeWords, tableWords } from './wish-words.ts'
import { FoldedSteps } from '../../lib/steps.tsx'
import type { Visitor } from './visitor.ts'

type WishesProps = { visitor: Visitor; now: Date }

/** The tables and return times that an account waits for, each with its steps, and its Lightning Lane Assist. */
export function Wishes({ visitor, now }: WishesProps) {
  const { tables, returnTimes, tableTellings } = visitor
  const lanePass = lanePassWords(visitor, now, (at) => momentOf(at, returnTimes[0]?.timezone))
  if (tables.length === 0 && returnTimes.length === 0 && lanePass === null) return null
  return (
    <section aria-labelledby="desk-wishes" className="grid gap-2">
      <h3 id="desk-wishes" className="text-16! leading-6!">
        Tables and return times
      </h3>
      {lanePass && <p className="text-14">{lanePass}</p>}
      <ul className="grid gap-2 text-14">
        {tables.toReversed().map((table) => (
          <Wish
            key={table.id}
            of="Table"
            wish={table}
            name={table.restaurantName}
            words={tableWords(table, (at) => momentOf(at, table.timezone))}
            steps={stepsOfTable({
              ...table,
              tellings: tableTellings.filter(({ alertId }) => alertId === table.id),
            })}
          />
        ))}
        {returnTimes.toReversed().map((wish) => (
          <Wish
            key={wish.id}
            of="Return time"
            wish={wish}
            name={wish.rideName}
            words={returnTimeWords(wish, (at) => momentOf(at, wish.timezone))}
            steps={stepsOfReturnTime(wish)}
          />
        ))}
      </ul>
    </section>
  )
}

type WishProps = {
  of: string
  wish: { id: string; timezone: string }
  name: string
  words: string
  steps: LifeStep[]
}

const Wish = ({ of, wish: { id, timezone }, name, words, steps }: WishProps) => (
  <li className="wrap-anywhere">
    <b>{name}</b>
    <br />
    {words}
    <FoldedSteps of={of} name={name} id={id} steps={steps} timezone={timezone} />
  </li>
)

/** "4:14 pm on Thu, Nov 26", by the clock of the park. */
function momentOf(at: string, timezone = 'UTC'): string {
  const instant = new Date(at)
  return `${clockTime(instant, timezone)} on ${dayLabel(parkDateAt(instant, timezone))}`
}
