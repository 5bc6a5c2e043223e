import { stepsOfReturnTime, stepsOfTable } from '@walkon/contracts/life-steps'
import type { Sql } from 'postgres'
import { toLines, toPlainSteps } from './life-steps.ts'

/** The steps of a table and of a return time that a visitor wants, as planner's tables have them. */

type TableRow = {
  createdAt: Date
  checkedAt: Date | null
  toldAt: Date | null
  endedAt: Date | null
  endedReason: string | null
}
type ReturnTimeRow = { createdAt: Date; heldOpeningAt: Date | null; toldAt: Date | null }

/** Lines that tell the life of a wish by its id, empty if the id is of none. */
export async function tellPlannerLife(planner: Sql, id: string): Promise<string[]> {
  const [table] = await planner<TableRow[]>`
    select a.created_at as "createdAt", a.told_at as "toldAt", a.ended_at as "endedAt", a.ended_reason as "endedReason",
      (select max(c.checked_at) from planner.table_checks c
        where c.restaurant_id = a.restaurant_id and c.date = any(a.dates)) as "checkedAt"
    from planner.restaurant_alerts a where a.id = ${id}`
  if (table) {
    const tellings = await planner<{ toldAt: Date }[]>`
      select told_at as "toldAt" from planner.table_tellings where alert_id = ${id}`
    return toLines([`table ${id}`], toPlainSteps(stepsOfTable({ ...table, tellings })))
  }
  const [returnTime] = await planner<ReturnTimeRow[]>`
    select created_at as "createdAt", held_opening_at as "heldOpeningAt", told_at as "toldAt"
    from planner.lane_preferences where id = ${id}`
  return returnTime ? toLines([`return time ${id}`], toPlainSteps(stepsOfReturnTime(returnTime))) : []
}
