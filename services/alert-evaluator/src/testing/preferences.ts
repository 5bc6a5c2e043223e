import type { AlertPreferences, QuietHours } from '@walkon/contracts/http/alert-preferences'
import { linkHeaders } from '@walkon/testing/service'
import type { createTestEvaluator } from './evaluator.ts'

type App = Awaited<ReturnType<typeof createTestEvaluator>>['app']

/** Requests of a visitor with a manage link about quiet hours and pauses. */
export function createPreferenceCalls(app: App) {
  const call = async (method: 'GET' | 'PUT' | 'DELETE', url: string, email: string, payload?: object) =>
    app.inject({ method, url, headers: await linkHeaders(email), ...(payload && { payload }) })
  return {
    read: async (email: string) => (await call('GET', '/preferences', email)).json<AlertPreferences>(),
    setQuietHours: (email: string, quietHours: QuietHours | null) =>
      call('PUT', '/preferences', email, { quietHours }),
    pause: (email: string) => call('PUT', '/preferences/pause', email),
    resume: (email: string) => call('DELETE', '/preferences/pause', email),
  }
}

/** A time zone in which it is between noon and one now, so that no test runs over a midnight. */
export const middayTimezone = () => timezoneAt(12)

/** A time zone in which it is between midnight and one now. */
export const midnightTimezone = () => timezoneAt(0)

/** A time zone in which it is between that hour and the next now. */
export function timezoneAt(hour: number): string {
  const hoursAhead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // The names count the hours westwards.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}

/** In a park of that zone. */
export const QUIET_AT_MIDDAY = { from: '11:00', until: '15:00' }
export const QUIET_AT_NIGHT = { from: '22:00', until: '08:00' }
