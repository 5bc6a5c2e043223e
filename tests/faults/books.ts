import { schemaOf } from '@walkon/contracts/services'
import postgres from 'postgres'
import { inject } from 'vitest'
import { z } from 'zod'
import { eventually, isAlert, type SentMessage, type WalkonClient } from '../support/walkon-client.ts'
import { findProblems, type Account, type PaidOrder } from './money.ts'

const payments = z.array(
  z.object({
    status: z.string(),
    amountCents: z.int(),
    refundedCents: z.int(),
    refunds: z.array(z.object({ id: z.string() })),
  }),
)

/** What Stripe, billing's database and the mail provider have of an order. Billing's rows are read as an operator. */
type Rows = (sql: postgres.Sql) => PromiseLike<readonly object[]>

export function connectBooks(client: WalkonClient, serviceUrl: string) {
  const { pathname } = new URL(serviceUrl)
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname }).href
  const sql = postgres(url, { max: 2, onnotice: () => {}, connection: { search_path: 'billing' } })

  const paymentsOf = async (email: string) => {
    const { body } = await client.send('GET', `/sandbox/payments?email=${encodeURIComponent(email)}`)
    return payments.parse(body).map(({ refunds, ...payment }) => ({ ...payment, refunds: refunds.length }))
  }

  async function accountOf({ email, shortRides }: PaidOrder): Promise<Account> {
    const mails = await client.messagesTo(email)
    const alerts = mails.filter(isAlert)
    const [row] = await sql<{ passes: number }[]>`
      select count(*)::int as passes from passes p join orders o on o.id = p.order_id where o.email = ${email}`
    return {
      payments: await paymentsOf(email),
      passes: row?.passes ?? 0,
      alerts: new Map(
        shortRides.map((ride) => [ride, alerts.filter(({ text }) => text.includes(ride)).length]),
      ),
      receipts: countOf(mails, 'Your alerts for'),
      refundLetters: countOf(mails, 'Your money back'),
    }
  }

  const hasRows = async (rows: Rows) => (await rows(sql)).length > 0

  return {
    sql,
    paymentsOf,
    async countRefunds(): Promise<number> {
      const { body } = await client.send('GET', '/sandbox/payments')
      return payments.parse(body).reduce((sum, { refunds }) => sum + refunds.length, 0)
    },
    hasRows,
    waitForRows: (rows: Rows) => eventually(() => hasRows(rows)),
    /** Shows that a moment was reached. */
    async expectRows(name: string, rows: Rows): Promise<void> {
      if (!(await hasRows(rows))) throw new Error(`Billing has not ${name}`)
    },
    async expectNoPass(email: string): Promise<void> {
      const passes =
        await sql`select from passes p join orders o on o.id = p.order_id where o.email = ${email}`
      if (passes.length > 0) throw new Error('Billing has made the pass before it was killed')
    },
    async problemsOf(orders: PaidOrder[]): Promise<string[]> {
      const problems: string[] = []
      for (const order of orders) problems.push(...findProblems(order, await accountOf(order)))
      return problems
    },
    /** Resolves when each short ride of these orders was alerted. */
    async waitForAlerts(orders: PaidOrder[]): Promise<void> {
      for (const order of orders)
        await eventually(async () => {
          const { alerts } = await accountOf(order)
          return [...alerts.values()].every((count) => count > 0)
        })
    },
    endPasses: (orders: PaidOrder[]) => endPasses(sql, orders),
    listLeftOver: () => listLeftOver(sql),
    close: () => sql.end(),
  }
}

/** The last hour of these passes is over: the evaluator ends them at its next look. */
async function endPasses(sql: postgres.Sql, orders: PaidOrder[]): Promise<void> {
  const evaluator = sql(schemaOf('alert-evaluator'))
  await sql`
    with over as (
      update ${evaluator}.passes set ends_at = now()
      where ended_at is null and email = any(${orders.map(({ email }) => email)}) returning id),
    sold as (update pass_windows set ends_at = now() where pass_id in (select id from over))
    update ${evaluator}.pass_windows set ends_at = now() where pass_id in (select id from over)`
}

/** Cases that only a person could end, and cases that have not ended yet. */
async function listLeftOver(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'a payment without a pass: ' || c.id as what from checkouts c
    where c.status = 'paid' and not exists (select from passes p where p.order_id = c.order_id)
    union all select 'a guarantee that is undecided: ' || pass_id from guarantees where decided_at is null
    union all select 'a refund that is ' || coalesce(owed_state, 'not followed') || ': ' || pass_id from guarantees
    where decision = 'refund' and owed_state is distinct from 'made'
    union all select 'a webhook that was set aside: ' || event_id from provider_events where rejection is not null
    union all select events || ' events that were not published' from outbox_batches where published_at is null`
  return rows.map(({ what }) => what)
}

const countOf = (mails: SentMessage[], start: string) =>
  mails.filter(({ subject }) => subject?.startsWith(start)).length
