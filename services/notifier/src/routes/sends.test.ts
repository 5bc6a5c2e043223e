import type { SendReport } from '@walkon/contracts/http/system'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAlertEvent, createTestNotifier } from '../testing/notifier.ts'

const { app, db, hear, clear, accounts, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const headers = accounts.headersFor({ email: 'kim@example.com', roles: ['support'], aal: 'aal2' })
const read = (from: string) => app.inject({ url: `/system/sends?from=${encodeURIComponent(from)}`, headers })

async function aMessageOf(at: string, fate: { accepted?: boolean; state?: string; error?: string }) {
  await hear([anAlertEvent({ email: `${crypto.randomUUID()}@example.com` })])
  await db.execute(sql`
    update deliveries set created_at = ${at}::timestamptz, state = ${fate.state ?? 'queued'},
      accepted_at = ${fate.accepted ? at : null}::timestamptz, last_error = ${fate.error ?? null}
    where created_at > now() - interval '1 minute'`)
}

test('200: messages are counted by the hour of their making, beside those of the same hours a week before', async () => {
  await aMessageOf('2026-04-14T04:30:00Z', { accepted: true, state: 'delivered' })
  await aMessageOf('2026-04-14T06:59:59Z', { state: 'failed', error: 'hard-bounce' })
  await aMessageOf('2026-04-14T06:00:00Z', {})
  await aMessageOf('2026-04-07T06:00:00Z', { accepted: true, state: 'accepted' })
  await aMessageOf('2026-04-15T04:00:00Z', { accepted: true, state: 'accepted' })

  const response = await read('2026-04-14T00:00:00-04:00')

  expect(response.headers['cache-control']).toBe('no-store')
  const { day, weekBefore, errors } = response.json<SendReport>()
  const hours = (counts: SendReport['day']) =>
    counts.flatMap(({ accepted, failed }, hour) => (accepted + failed > 0 ? [[hour, accepted, failed]] : []))
  expect([day.length, weekBefore.length]).toEqual([24, 24])
  expect(hours(day)).toEqual([
    [0, 1, 0],
    [2, 0, 1],
  ])
  expect(hours(weekBefore)).toEqual([[2, 1, 0]])
  expect(errors).toEqual([{ channel: 'email', code: 'hard-bounce', messages: 1 }])
})

test('400: a day begins with an instant', async () => {
  expect((await read('2026-04-14')).statusCode).toBe(400)
})
