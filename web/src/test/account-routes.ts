import type { SessionView } from '@walkon/contracts/http/identity'
import { http, HttpResponse } from 'msw'
import { MAIL_CODE, PASSWORD } from './identity.ts'
import { servePush } from './push.ts'
import { aPlan, refusal } from './samples.ts'
import { server } from './server.ts'
import { serveWebhooks } from './webhooks.ts'

const aSession = (overrides: Partial<SessionView> = {}): SessionView => ({
  id: crypto.randomUUID(),
  current: false,
  device: 'Firefox on Android',
  signedInAt: '2026-04-10T10:00:00Z',
  lastUsedAt: '2026-04-12T10:00:00Z',
  ...overrides,
})

/** The routes of an account under /api/identity, its plan, its devices and its webhooks, for any access token. Returns the bodies of the deletions that were asked for. */
export function serveAccountRoutes(
  sessions = [aSession({ current: true, device: 'Chrome on Linux' }), aSession()],
) {
  let open = sessions
  const deletions: unknown[] = []
  servePush()
  serveWebhooks()
  server.use(
    http.get('*/api/identity/numbers', () => HttpResponse.json([])),
    http.get('*/api/billing/plan', () => HttpResponse.json(aPlan())),
    http.get('*/api/identity/sessions', () => HttpResponse.json(open)),
    http.delete('*/api/identity/sessions/:id', ({ params }) => {
      open = open.filter(({ id }) => id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/identity/account/deletion', async ({ request }) => {
      const proof = (await request.json()) as { password?: string; nonce?: string }
      deletions.push(proof)
      if (proof.password !== PASSWORD && proof.nonce !== MAIL_CODE) return refusal('reauthentication-failed')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return deletions
}
