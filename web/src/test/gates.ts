import type { GatedFeature } from '@walkon/contracts/http/gates'
import { http, HttpResponse } from 'msw'
import { refusal } from './samples.ts'
import { server } from './server.ts'

export const GATE_PASSWORD = 'open, sesame'

type Gates = { open?: GatedFeature[]; launchNote?: string | null }

/** The gates of planner at its wire, closed unless named; the password gives a key for an hour. Returns the passwords that were tried. */
export function serveGates({ open = [], launchNote = 'Q2 2025' }: Gates = {}) {
  const tried: string[] = []
  server.use(
    http.get('*/api/planner/gates', () =>
      HttpResponse.json({
        gates: (['lightning-lane', 'restaurant-alerts'] as const).map((feature) => ({
          feature,
          isOpen: open.includes(feature),
          launchNote,
        })),
      }),
    ),
    http.post('*/api/planner/gates/keys', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      tried.push(password)
      if (tried.length > 5) return refusal('too-many-requests')
      if (password !== GATE_PASSWORD) return refusal('gate-password-wrong')
      return HttpResponse.json({ key: 'a-key', expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    }),
  )
  return tried
}
