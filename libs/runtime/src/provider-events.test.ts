import { hashAddress } from '@walkon/service/address-hash'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  deleteOldProviderEvents,
  deleteProviderEventsNaming,
  replayProviderEvents,
} from './provider-events.ts'
import { applyProviderEvents } from './stored-provider-events.ts'
import { createWokenLoop } from './running-parts.ts'
import { createWebhookShop } from './testing/webhook-shop.ts'

const database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { db } = database
const { log, lines, metrics, webhook, applied, send, pay, turn, skipWaits, applyAll, payments, listEvents } =
  await createWebhookShop(database)

const ADA = 'ada@example.com'

describe('stored events', () => {
  test('stored events are applied in the order of their arrival', async () => {
    for (const id of ['e3', 'e1', 'e2']) await pay(id)
    await applyAll()
    expect(await payments()).toEqual(['e3', 'e1', 'e2'])
    expect(applied.mock.calls).toEqual([['e3'], ['e1'], ['e2']])
  })

  test('stored events are applied once and in order by several processes', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `e${index}`)
    for (const id of ids) await pay(id)
    const process = async () => {
      while ((await listEvents()).some(({ isApplied }) => !isApplied)) await turn()
    }
    await Promise.all([process(), process(), process()])

    expect(await payments()).toEqual(ids)
  })

  test('stored events are applied when they are stored, woken by their commit alone', async () => {
    const job = { ...applyProviderEvents({ db, log, webhook }), intervalMs: 3_600_000 }
    const loop = createWokenLoop('shop', job, db, log)
    await loop.start?.()
    for (const id of ['e1', 'e2', 'e3']) {
      await pay(id)
      await vi.waitFor(async () => expect((await payments()).at(-1)).toBe(id))
    }
    await loop.stop()
  })

  test('events that cannot be read are set aside at once, and those behind them are applied', async () => {
    await send(ADA)
    await send('{"id": "e2"}')
    await pay('e3')
    await applyAll()

    expect(await listEvents()).toMatchObject([
      { isApplied: false, attempts: 1, rejection: expect.stringContaining('SyntaxError') },
      { isApplied: false, attempts: 1, rejection: expect.stringContaining('ZodError') },
      { isApplied: true, rejection: null },
    ])
    expect(await metrics.metrics()).toContain('provider_events_set_aside{provider="stripe",service="shop"} 2')
    expect(lines.filter((line) => line.includes('provider event set aside'))).toHaveLength(2)
    expect(lines.join('')).not.toContain(ADA)
  })

  test('events that mean nothing to the service are applied without effect', async () => {
    await pay('e1')
    await applyAll({ read: () => null })
    expect(await listEvents()).toMatchObject([{ isApplied: true }])
    expect(await payments()).toEqual([])
  })

  test('events wait for an event that fails, leave nothing of the failed attempt, and then follow in order', async () => {
    let failures = 2
    const apply: typeof webhook.apply = async (tx, event) => {
      const name = await webhook.apply(tx, event)
      if (event.id === 'e1' && failures-- > 0) throw new Error('not yet')
      return name
    }
    await pay('e1')
    await pay('e2')
    await turn({ apply })

    expect(await turn({ apply })).toBe('waiting')
    expect(await payments()).toEqual([])
    await skipWaits()
    await applyAll({ apply })
    expect(await payments()).toEqual(['e1', 'e2'])
  })

  test('an event waits longer after each failure', async () => {
    const apply = () => Promise.reject(new Error('not yet'))
    await pay('e1')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await skipWaits()
      await turn({ apply })
      const [row] = await db.execute<{ seconds: number }>(
        sql`select extract(epoch from not_before - now())::float8 as seconds from provider_events`,
      )
      waits.push(Math.ceil(row?.seconds ?? 0))
    }
    expect(waits).toEqual([1, 2, 4, 8])
  })

  test('events that always fail are set aside after six attempts, so that they hold up nothing for ever', async () => {
    const apply: typeof webhook.apply = (tx, event) =>
      event.id === 'e1' ? Promise.reject(new Error('never')) : webhook.apply(tx, event)
    await pay('e1')
    await pay('e2')
    await applyAll({ apply })

    expect(await listEvents()).toMatchObject([{ attempts: 6, rejection: 'never' }, { isApplied: true }])
  })

  test('faults of the infrastructure take none of an event’s attempts, and its waits grow while they last', async () => {
    let fault: Error | null = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const apply: typeof webhook.apply = (tx, event) =>
      fault ? Promise.reject(fault) : webhook.apply(tx, event)
    const { run } = applyProviderEvents({ db, log, webhook: { ...webhook, apply } })
    const waited: [attempts: number, seconds: number][] = []
    const look = () => run(new AbortController().signal)
    async function next() {
      await look()
      await skipWaits()
      await look()
      const [row] = await db.execute<{ attempts: number; seconds: number }>(
        sql`select attempts, extract(epoch from not_before - now())::float8 as seconds from provider_events where applied_at is null`,
      )
      if (row) waited.push([row.attempts, Math.ceil(row.seconds)])
    }
    await pay('e1')
    await look()
    for (let count = 0; count < 7; count++) await next()
    fault = new Error('not yet')
    await next()
    fault = null
    await next()

    expect(waited.map(([attempts]) => attempts)).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(waited.map(([, seconds]) => seconds)).toEqual([2, 4, 8, 16, 30, 30, 30, 1])
    expect(await payments()).toEqual(['e1'])
  })

  test('stored events are applied once when the database goes away in the middle, and never set aside for it', async () => {
    let losses = 8
    const apply: typeof webhook.apply = async (tx, event) => {
      const name = await webhook.apply(tx, event)
      if (losses-- > 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      return name
    }
    await pay('e1')
    await applyAll({ apply })

    expect(await payments()).toEqual(['e1'])
    expect(await listEvents()).toMatchObject([{ isApplied: true, attempts: 1, rejection: null }])
  })
})

describe('a replay', () => {
  test('a replay applies what was set aside, once it can be read', async () => {
    await send('{"id": "e1", "title": "a"}')
    await pay('e2')
    await applyAll()

    expect(await replayProviderEvents(db, { provider: 'stripe' })).toBe(1)
    await applyAll({
      read: (body) => ({
        id: 'e1',
        name: z.object({ title: z.string() }).parse(JSON.parse(body.toString())).title,
      }),
    })
    expect(await payments()).toEqual(['e2', 'a'])
  })

  test('a replay since an instant applies again what was received since then, in its order', async () => {
    for (const id of ['old', 'e1', 'e2']) await pay(id)
    await db.execute(
      sql`update provider_events set received_at = now() - interval '1 hour' where event_id = 'old'`,
    )
    await applyAll()

    const since = new Date(Date.now() - 60_000)
    expect(await replayProviderEvents(db, { provider: 'stripe', since })).toBe(2)
    await applyAll()
    expect(await payments()).toEqual(['old', 'e1', 'e2', 'e1', 'e2'])
  })

  test('a replay leaves the events of other providers', async () => {
    await send('nonsense')
    await applyAll()
    expect(await replayProviderEvents(db, { provider: 'twilio' })).toBe(0)
  })
})

describe('what is kept', () => {
  test('an erasure deletes what names the address, applied or set aside, and nothing of other addresses', async () => {
    await pay('e1', ADA)
    await pay('e2', 'oscar@example.com')
    await send(`unreadable: ${ADA.toUpperCase()}`)
    await applyAll()

    await deleteProviderEventsNaming(db, [hashAddress(ADA)])
    expect(await listEvents()).toMatchObject([{ eventId: 'e2' }])
  })

  test('an erasure leaves a pending event to be applied first', async () => {
    await pay('e1', ADA)
    await deleteProviderEventsNaming(db, [hashAddress(ADA)])
    await applyAll()
    await deleteProviderEventsNaming(db, [hashAddress(ADA)])

    expect(await payments()).toEqual([ADA])
    expect(await listEvents()).toEqual([])
  })

  test('an event that names an erased person is applied, or refused as unreadable, and not kept', async () => {
    await pay('e1', ADA)
    await send(ADA)
    await pay('e2', 'oscar@example.com')
    await applyAll({ mayKeep: async (_tx, hashes) => !hashes.includes(hashAddress(ADA)) })

    expect(await payments()).toEqual([ADA, 'oscar@example.com'])
    expect(await listEvents()).toMatchObject([{ eventId: 'e2' }])
  })

  test('applied events are purged after four days, set-aside ones after thirty, pending ones never', async () => {
    for (const id of ['new', 'applied', 'older']) await pay(id)
    await applyAll()
    await send('{"id": "aside"}')
    await send('{"id": "forgotten"}')
    await applyAll()
    await pay('pending')
    const age = (hours: number, ...ids: string[]) =>
      db.execute(sql`
        update provider_events set received_at = now() - make_interval(hours => ${hours}) where event_id in ${ids}`)
    await age(95, 'new')
    await age(97, 'applied')
    await age(719, 'aside')
    await age(721, 'older', 'forgotten', 'pending')

    expect(await deleteOldProviderEvents(db)).toBe(false)
    expect((await listEvents()).map(({ eventId }) => eventId)).toEqual(['new', 'aside', 'pending'])
  })
})
