import { problems } from '@walkon/contracts/http/problem'
import {
  alertableRestaurants,
  alertableRestaurantsParams,
  manualTest,
  newRestaurantAlert,
  newTableChecks,
  queuedChecks,
  restaurantAlertParams,
  restaurantAlerts,
} from '@walkon/contracts/http/restaurant-alerts'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { requireOpenGate } from '../http/require-open-gate.ts'
import { hastenOwnChecks, testManually, type HastenDeps } from '../use-cases/restaurants/hasten-checks.ts'
import type { AccountLimit } from '@walkon/service/account-limit'
import {
  deleteRestaurantAlert,
  listAlertableRestaurants,
  listRestaurantAlerts,
  type AlertableDeps,
} from '../use-cases/restaurants/list-restaurant-alerts.ts'
import type { Gates } from '../use-cases/open-gates.ts'
import { setRestaurantAlert } from '../use-cases/restaurants/set-restaurant-alert.ts'

export type RestaurantRouteDeps = HastenDeps & AlertableDeps & { alertLimit: AccountLimit; gates: Gates }

const tags = ['restaurant-alerts']

const alertable = {
  summary: 'List the restaurants of a park for alerts',
  operationId: 'listAlertableRestaurants',
  tags,
  success:
    'The restaurants by name, each with why an alert for it would be pending, and the longest wait of a walk-up table that is told.',
  params: alertableRestaurantsParams,
  response: { 200: alertableRestaurants, ...problems('park-not-found', 'gate-closed') },
}
const list = {
  summary: "List the caller's restaurant alerts",
  operationId: 'listRestaurantAlerts',
  tags,
  success: 'The active alerts, newest first.',
  response: { 200: restaurantAlerts, ...problems('gate-closed') },
}
const creation = {
  summary: 'Set an alert for a table',
  operationId: 'setRestaurantAlert',
  tags,
  success: 'The alert is set; the same alert sent twice is one.',
  body: newRestaurantAlert,
  response: {
    201: z.object({ id: z.uuid() }),
    ...problems(
      'gate-closed',
      'restaurant-not-found',
      'restaurant-dates-invalid',
      'restaurant-address-foreign',
      'restaurant-alerts-full',
      'too-many-requests',
    ),
  },
}
const deletion = {
  summary: "Delete one of the caller's restaurant alerts",
  operationId: 'deleteRestaurantAlert',
  tags,
  success: 'The alert is deleted; nothing more is looked for or mailed for it.',
  params: restaurantAlertParams,
  response: { 204: z.null(), ...problems('gate-closed', 'restaurant-alert-not-found') },
}
const checks = {
  summary: "Look for the tables of some of the caller's alerts now",
  operationId: 'queueTableChecks',
  tags,
  success: 'How many days of restaurants are looked at next, one after another.',
  body: newTableChecks,
  response: { 202: queuedChecks, ...problems('gate-closed', 'too-many-requests') },
}
const test = {
  summary: 'Look for the tables of all alerts on some days now',
  operationId: 'testRestaurantAlerts',
  tags,
  success: 'How many days of restaurants are looked at next, one after another.',
  body: manualTest,
  response: { 202: queuedChecks, ...problems('gate-closed') },
}

/** Alerts of tables that come free, of accounts alone: their mails go to the account's confirmed address. */
export async function restaurantAlertRoutes(app: HttpApp, deps: RestaurantRouteDeps): Promise<void> {
  const { db, now, alertLimit, gates } = deps
  app.addHook('preHandler', requireOpenGate(gates, 'restaurant-alerts'))

  app.get(
    '/parks/:parkId/restaurants',
    { config: { access: 'public' }, schema: alertable },
    async (request, reply) => {
      reply.header('cache-control', 'no-cache')
      return listAlertableRestaurants(deps, request.params.parkId)
    },
  )

  app.get('/restaurant-alerts', { config: { access: 'account' }, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { alerts: await listRestaurantAlerts(db, accountOf(request).userId, now()) }
  })

  app.post(
    '/restaurant-alerts',
    { config: { access: 'account' }, schema: creation },
    async (request, reply) => {
      const account = accountOf(request)
      await alertLimit.admit(account.userId)
      return reply.code(201).send({ id: await setRestaurantAlert(deps, account, request.body) })
    },
  )

  app.delete(
    '/restaurant-alerts/:alertId',
    { config: { access: 'account' }, schema: deletion },
    async (request, reply) => {
      await deleteRestaurantAlert(db, accountOf(request).userId, request.params.alertId)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/restaurant-alerts/checks',
    { config: { access: 'account' }, schema: checks },
    async (request, reply) => {
      const { userId } = accountOf(request)
      await alertLimit.admit(userId)
      return reply.code(202).send({ queued: await hastenOwnChecks(deps, userId, request.body) })
    },
  )

  app.post(
    '/restaurant-alerts/manual-test',
    { config: { access: 'admin' }, schema: test },
    async (request, reply) =>
      reply.code(202).send({ queued: await testManually(deps, accountOf(request).userId, request.body) }),
  )
}
