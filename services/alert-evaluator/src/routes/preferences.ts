import { alertPreferences, newAlertPreferences } from '@walkon/contracts/http/alert-preferences'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import {
  pauseForToday,
  readPreferences,
  resume,
  setQuietHours,
} from '../use-cases/preferences/change-preferences.ts'
import type { SubscriptionDeps } from '../use-cases/subscriptions/list-subscriptions.ts'

const config = { access: 'caller' } as const
const changed = { 200: alertPreferences, ...problems('subscription-not-found') }

/** When a visitor wants no alerts: quiet hours of each day, and a pause for today. */
export async function preferenceRoutes(app: HttpApp, deps: SubscriptionDeps): Promise<void> {
  app.get(
    '/preferences',
    {
      config,
      schema: {
        summary: 'Show when the caller wants no alerts',
        operationId: 'getAlertPreferences',
        tags: ['alert-preferences'],
        success: 'The quiet hours, in park time, and the parks whose alerts are paused.',
        response: { 200: alertPreferences },
      },
    },
    (request) => readPreferences(deps, callerOf(request).email),
  )

  app.put(
    '/preferences',
    {
      config,
      schema: {
        summary: 'Set the quiet hours of the caller, or turn them off',
        operationId: 'setAlertPreferences',
        tags: ['alert-preferences'],
        success: 'The preferences after the change.',
        body: newAlertPreferences,
        response: changed,
      },
    },
    (request) => setQuietHours(deps, callerOf(request).email, request.body.quietHours),
  )

  app.put(
    '/preferences/pause',
    {
      config,
      schema: {
        summary: 'Pause the alerts of the caller for today',
        operationId: 'pauseAlerts',
        tags: ['alert-preferences'],
        success: 'The preferences with the pause, which ends with the day in each park.',
        response: changed,
      },
    },
    (request) => pauseForToday(deps, callerOf(request).email),
  )

  app.delete(
    '/preferences/pause',
    {
      config,
      schema: {
        summary: 'End the pause of the caller now',
        operationId: 'resumeAlerts',
        tags: ['alert-preferences'],
        success: 'The preferences without a pause.',
        response: changed,
      },
    },
    (request) => resume(deps, callerOf(request).email),
  )
}
