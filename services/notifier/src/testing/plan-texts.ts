import { planCoverageChanged, planEnded } from '@walkon/contracts/events/billing'
import { numberConfirmationsChanged } from '@walkon/contracts/events/notifications'
import type { WayList } from '@walkon/contracts/http/ways'
import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { hashAddress } from '@walkon/service/address-hash'
import { heard, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { anAlertEvent, createTestNotifier } from './notifier.ts'

const DAY_MS = 86_400_000

/** An unlimited plan, as billing publishes it. */
export const aPlan = (overrides: Partial<z.input<typeof planCoverageChanged.data>> = {}): Heard =>
  heard(planCoverageChanged, {
    planId: randomUUID(),
    email: 'ada@example.com',
    coveredUntil: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    version: 1,
    ...overrides,
  })

export const planIdOf = ({ event }: Heard) => planCoverageChanged.data.parse(event.data).planId

export const endOf = (plan: Heard, reason: 'cancelled' | 'unpaid' | 'erased' = 'cancelled'): Heard =>
  heard(planEnded, { planId: planIdOf(plan), reason, endedAt: new Date().toISOString() })

/** The same fact published again, under an id of its own. */
export const again = ({ event, definition }: Heard): Heard => ({
  definition,
  event: { ...event, id: randomUUID() },
})

/** The notifier, and what visitors with a plan do. */
export async function createPlanTextNotifier({
  env,
  now,
}: {
  env?: Record<string, string>
  now?: () => Date
} = {}) {
  const notifier = await createTestNotifier({ ...(env && { env }), ...(now && { now }) })
  const { accounts, app, db, hear } = notifier
  const call = (method: 'GET' | 'PUT' | 'DELETE', email: string, payload?: object) =>
    app.inject({
      method,
      url: '/plan-texts',
      headers: accounts.headersFor({ email }),
      ...(payload && { payload }),
    })
  const choose = (email: string, phone: string) =>
    call('PUT', email, { phone, consentVersion: SMS_CONSENT.version })
  /** Every number that was asked has answered. */
  const answerYes = () => db.execute(sql`update consents set confirmed_at = now() where confirmed_at is null`)

  return {
    ...notifier,
    call,
    choose,
    answerYes,
    ...readsOf(notifier),
    show: async (email: string) => (await call('GET', email)).json(),
    remove: (email: string) => call('DELETE', email),

    /** A visitor under a plan whose number has answered YES. Returns the plan. */
    async coverWithTexts(email: string, phone: string) {
      const plan = aPlan({ email })
      await hear([plan])
      const chosen = await choose(email, phone)
      if (chosen.statusCode !== 200) throw new Error(`The number was refused: ${chosen.body}`)
      await answerYes()
      await db.execute(sql`delete from deliveries`)
      return plan
    },

    /** Alerts that go to the visitor's own mail. */
    alert: (email: string, overrides: Parameters<typeof anAlertEvent>[0] = {}) =>
      anAlertEvent({ email, ...overrides }),

    /** Lists the addresses of alerts, the oldest first. */
    async alertedAddresses() {
      const rows = await db.execute<{ address: string }>(sql`
        select address from deliveries where source = 'alert' and channel <> 'push' order by created_at`)
      return rows.map(({ address }) => address)
    },
    letters: async () =>
      db.execute<{ address: string; subject: string }>(sql`
        select address, content ->> 'subject' as subject from deliveries
        where content ->> 'kind' = 'letter' order by created_at`),
    textsUsed: async () =>
      (
        await db.execute<{ textsUsed: number }>(sql`select texts_used as "textsUsed" from plan_text_months`)
      ).map(({ textsUsed }) => textsUsed),
  }
}

/** Reads the state of the numbers that visitors choose. */
function readsOf({
  accounts,
  app,
  db,
  applyTwilio,
  published,
}: Awaited<ReturnType<typeof createTestNotifier>>) {
  let replies = 0
  return {
    /** The numbers that the visitor's ways show. */
    numbersOf: async (email: string) =>
      (await app.inject({ url: '/ways', headers: accounts.headersFor({ email }) })).json<WayList>().numbers,

    /** The numbers that were asked for their YES, the oldest first. */
    questions: async () =>
      (
        await db.execute<{ address: string }>(sql`
          select address from deliveries where content ->> 'kind' = 'number-question' order by created_at`)
      ).map(({ address }) => address),

    /** The owner of a number answers. */
    say: (number: string, Body: string) =>
      applyTwilio({ MessageSid: `SM${replies++}`, From: number, To: '+18885550100', Body }),

    /** The addresses whose alerts a number gets, as identity hears it. */
    confirmedFor: async (number: string) =>
      (await published(numberConfirmationsChanged)).findLast(
        ({ numberHash }) => numberHash === hashAddress(number),
      )?.emailHashes,
  }
}
