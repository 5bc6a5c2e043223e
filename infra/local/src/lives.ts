import type { ServiceName } from '@walkon/contracts/services'
import postgres from 'postgres'
import { tellAlertLives } from './alert-life.ts'
import { tellIssueLife } from './issue-life.ts'
import { REQUESTERS, tellLetterLives } from './letter-life.ts'
import { tellOrderLife } from './order-life.ts'
import { tellPlannerLife } from './planner-life.ts'
import { tellSoldLife } from './sold-life.ts'

/** The lives of everything that is told or sold: ride alerts, letters, newsletter issues, tables, return times, plans, assist days, and orders with their refunds. */

const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/

/** Services whose tables are read. */
export const READ = ['notifier', ...REQUESTERS] as const satisfies ServiceName[]

export type LifeUrls = Record<(typeof READ)[number], string>

/** Lines that tell the lives of the things that an id leads to, empty if it leads to none. Throws when it is no id. */
export async function tellLives(urls: LifeUrls, id: string): Promise<string[]> {
  if (!ID.test(id))
    throw new Error(
      'The id of a thing, a message, a delivery or a request (UUID), or of a trace (32 hexadecimal digits) is needed',
    )
  const open = Object.fromEntries(
    READ.map((service) => [
      service,
      postgres(urls[service], { max: 1, connect_timeout: 5, onnotice: () => {} }),
    ]),
  ) as Record<(typeof READ)[number], postgres.Sql>
  const { notifier, billing, planner } = open
  try {
    const requesters = REQUESTERS.map((service) => ({ service, sql: open[service] }))
    const isUuid = id.includes('-')
    const alerts = await tellAlertLives({ evaluator: open['alert-evaluator'], notifier }, id)
    const issue = isUuid ? await tellIssueLife(notifier, id) : []
    const order = isUuid ? await tellOrderLife(billing, id) : null
    const sold = isUuid ? await tellSoldLife(billing, id) : []
    const wish = isUuid ? await tellPlannerLife(planner, id) : []
    const ofRequest = isUuid ? [id.replaceAll('-', '')] : []
    const letters = await tellLetterLives({ notifier, requesters }, [...(order?.ids ?? [id]), ...ofRequest])
    return [...alerts, ...issue, ...wish, ...sold, ...(order?.lines ?? []), ...letters]
  } finally {
    await Promise.all(Object.values(open).map((sql) => sql.end()))
  }
}
