import {
  subscriptionChange,
  subscriptionList,
  subscriptionView,
  watchChoices,
} from '@walkon/contracts/http/alerts'
import { callerOf } from '@walkon/service/access'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listPassDays } from '../db/passes.ts'
import { listRides, listSubscriptions } from '../db/subscription-views.ts'
import { lockOwnSubscription, saveActive, type OwnSubscription } from '../db/subscriptions.ts'
import { listUnknownRides, saveChoices, watchAllWhereNothingIsChosen } from '../db/watches.ts'
import { reschedule } from '../scheduling.ts'
import { toSubscriptionViews } from '../subscription-view.ts'

const config = { access: 'caller' } as const
const params = z.object({ id: z.uuid() })

export type SubscriptionRoutes = { db: Database; defaultThresholdMinutes: number; now: () => Date }

/** A visitor's own alerts: what they have, and what they want of it. */
export async function subscriptionRoutes(app: HttpApp, options: SubscriptionRoutes): Promise<void> {
  const { db, defaultThresholdMinutes, now } = options

  async function readViews(email: string, id?: string) {
    const rows = await listSubscriptions(db, email, id)
    const ids = rows.map((row) => row.id)
    const [days, rides] = await Promise.all([listPassDays(db, ids), listRides(db, ids)])
    return toSubscriptionViews({ rows, days, rides, defaultThresholdMinutes, now: now() })
  }

  async function change(
    email: string,
    id: string,
    work: (tx: Transaction, subscription: OwnSubscription) => Promise<void>,
  ) {
    await db.transaction(async (tx) => {
      const subscription = await lockOwnSubscription(tx, email, id)
      if (!subscription) throw notFound('subscription')
      await work(tx, subscription)
      await reschedule(tx, [id])
    })
    const [view] = await readViews(email, id)
    if (!view) throw notFound('subscription')
    return view
  }

  app.get('/subscriptions', { config, schema: { response: { 200: subscriptionList } } }, async (request) => {
    const views = await readViews(callerOf(request).email)
    return views.filter(({ state }) => state !== 'ended')
  })

  app.patch(
    '/subscriptions/:id',
    { config, schema: { params, body: subscriptionChange, response: { 200: subscriptionView } } },
    async (request) =>
      change(callerOf(request).email, request.params.id, async (tx, { id, active: was }) => {
        const { active } = request.body
        if (active === undefined || active === was) return
        await saveActive(tx, id, active)
        if (active) await watchAllWhereNothingIsChosen(tx, [id], defaultThresholdMinutes)
      }),
  )

  app.put(
    '/subscriptions/:id/watches',
    { config, schema: { params, body: watchChoices, response: { 200: subscriptionView } } },
    async (request) =>
      change(callerOf(request).email, request.params.id, async (tx, { id, parkId }) => {
        const rideIds = request.body.map(({ rideId }) => rideId)
        const [unknown] = await listUnknownRides(tx, parkId, rideIds)
        if (unknown) throw new AppError(422, 'unknown-ride', `This park has no ride ${unknown}`)
        await saveChoices(tx, id, request.body, defaultThresholdMinutes)
      }),
  )
}
