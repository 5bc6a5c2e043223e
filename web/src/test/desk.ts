import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { serveIdentity, wasSignedIn } from './identity.ts'
import type { renderApp } from './render-app.tsx'
import { server } from './server.ts'

/** The support desk's five services at their wire. */

export const EMAIL = 'visitor@example.com'
export const SUBSCRIPTION = '0b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const PASS = '1b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
export const RIDE = '2b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const PARK = '3b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
export const XSS = '<img src=x onerror="document.title=1">'

export function signInAs(...roles: string[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles })
}

export const ALERTS = {
  adminActions: [],
  subscriptions: [
    {
      id: SUBSCRIPTION,
      parkId: PARK,
      parkName: 'Magic Kingdom',
      timezone: 'America/New_York',
      active: true,
      snoozedUntil: null,
      createdAt: '2026-04-14T12:00:00Z',
    },
  ],
  watches: [
    {
      subscriptionId: SUBSCRIPTION,
      rideId: RIDE,
      rideName: `Space Mountain ${XSS}`,
      active: true,
      thresholdMinutes: 15,
      fitted: false,
      onReopen: false,
    },
  ],
  passes: [{ id: PASS, subscriptionId: SUBSCRIPTION }],
  passWindows: [{ passId: PASS, startsAt: '2026-04-14T12:00:00Z', endsAt: '2026-04-15T12:00:00Z' }],
  alerts: [],
}

/** The five services at their wire. `asked` has each request's path with its body. */
export function serveDesk({
  alerts = ALERTS,
  billing = {},
  identity = {},
  notifications = {},
  planner = {},
  found = [{ email: EMAIL, userId: null }],
  near = [],
}: {
  alerts?: object
  billing?: object
  identity?: object
  notifications?: object
  planner?: object
  found?: { email: string; userId: string | null }[]
  near?: { email: string; userId: string | null }[]
} = {}) {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const desks = [
    ['identity', identity],
    ['billing', { ordersSeen: [{ version: 1 }], ...billing }],
    ['alerts', alerts],
    ['notifications', notifications],
    ['planner', planner],
  ] as const
  const note = async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>
    asked.push({ path: new URL(request.url).pathname, body })
    return body
  }
  server.use(
    ...desks.flatMap(([name, data]) => [
      http.post(`*/api/${name}/visitors/find`, async ({ request }) => {
        const body = await note(request)
        const answer = body['kind'] === 'near' ? near : found
        return HttpResponse.json(name === 'identity' ? [] : answer)
      }),
      http.post(`*/api/${name}/visitors/read`, async ({ request }) => {
        await note(request)
        return HttpResponse.json(data)
      }),
    ]),
  )
  serveWaits({ '2026-04-14T18:05:00Z': 40 })
  return asked
}

/** The posted waits of the ride on its day, by instant. */
export const serveWaits = (waits: Record<string, number>) =>
  server.use(
    http.get(`*/api/parks/attractions/${RIDE}/history`, () =>
      HttpResponse.json({
        rideId: RIDE,
        name: 'Space Mountain',
        parkId: PARK,
        timezone: 'America/New_York',
        date: '2026-04-14',
        observations: Object.entries(waits).map(([observedAt, waitMinutes]) => ({
          observedAt,
          status: 'OPERATING',
          waitMinutes,
        })),
      }),
    ),
  )

export async function find(user: ReturnType<typeof renderApp>['user'], text: string) {
  await user.type(await screen.findByLabelText(/^Find a visitor/), `${text}{Enter}`)
}
