import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  deleteOldProviderEvents,
  deleteProviderEventsNaming,
  replayProviderEvents,
} from './provider-events.ts'
import {
  applyProviderEvents,
  measureProviderEvents,
  providerWebhookRoutes,
  type Webhook,
} from './provider-webhooks.ts'
import { createWokenLoop } from './running-parts.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const lines: string[] = []
const log = createLog(
  { service: 'shop', level: 'info' },
  new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
)
const metrics = createMetrics('shop')
measureProviderEvents(db, metrics)

/** What the events did. */
await db.execute(sql`create table payments (position int generated always as identity, name text not null)`)

const payment = z.object({ id: z.string(), name: z.string() })
type Payment = z.output<typeof payment>

/** A provider that signs the bytes of its requests, as Stripe does. */
const sign = (body: string) => createHmac('sha256', 'secret').update(body).digest()
const applied = vi.fn<(name: string) => void>()
const webhook = {
  provider: 'stripe',
  proof: {
    by: 'signature',
    isRight: (headers, body) => {
      const given = Buffer.from(String(headers['stripe-signature'] ?? ''), 'hex')
      const expected = sign(body.toString())
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  },
  toEventId: (body) => /"id":\s*"([^"]+)"/.exec(body.toString())?.[1] ?? null,
  listAddresses: (body) => body.toString().match(/[\w.]+@[\w.]+\w/g) ?? [],
  read: (body) => payment.parse(JSON.parse(body.toString())),
  apply: async (tx: Transaction, { name }: Payment) => {
    await tx.execute(sql`insert into payments (name) values (${name})`)
    return name
  },
  onApplied: applied,
} satisfies Webhook<Payment, string>

const app = createHttpApp({ service: 'shop', log, metrics })
const clock = { nowMs: Date.now() }
const routesDeps = { db, cache: createMemoryCache(() => clock.nowMs), now: () => new Date(clock.nowMs) }
app.register(providerWebhookRoutes, { ...routesDeps, webhook })
/** A provider that shows a secret in a header, as Postmark does. */
app.register(providerWebhookRoutes, {
  ...routesDeps,
  webhook: {
    provider: 'post-office',
    proof: { by: 'header', isRight: ({ authorization }) => authorization === 'Basic c2VjcmV0' },
    listAddresses: () => [],
  },
})
afterAll(async () => {
  await app.close()
  await drop()
})
beforeEach(async () => {
  await db.execute(sql`truncate provider_events, payments`)
  lines.length = 0
  applied.mockClear()
})
afterEach(() => vi.restoreAllMocks())

const ADA = 'ada@example.com'

function send(body: string, signature = sign(body).toString('hex')) {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  return app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload: body })
}

const pay = (id: string, name = id) => send(JSON.stringify({ id, name }))

/** One turn of the loop of a process. True if there may be more. */
const turn = (overrides: Partial<Webhook<Payment, string>> = {}) =>
  applyProviderEvents({ db, log, webhook: { ...webhook, ...overrides } }).run(new AbortController().signal)

async function applyAll(overrides?: Partial<Webhook<Payment, string>>): Promise<void> {
  while (await turn(overrides)) await skipWaits()
}

const skipWaits = () => db.execute(sql`update provider_events set not_before = now()`)
const payments = async () =>
  (await db.execute<{ name: string }>(sql`select name from payments order by position`)).map(
    ({ name }) => name,
  )

type Row = { eventId: string; attempts: number; isApplied: boolean; rejection: string | null }
const listEvents = () =>
  db.execute<Row>(sql`
    select event_id as "eventId", attempts, applied_at is not null as "isApplied", rejection
    from provider_events order by position`)

describe('POST /webhooks/<provider>', () => {
  test('200: the event is stored as it came, and nothing is done yet', async () => {
    const body = '{ "id" : "e1",\n  "name": "Gr\\u00fc\u00df e" }'
    const response = await send(body)

    expect([response.statusCode, response.json()]).toEqual([200, { status: 'stored' }])
    const [row] = await db.execute<{ body: Buffer }>(sql`select body from provider_events`)
    expect(row?.body.toString()).toBe(body)
    expect(await payments()).toEqual([])
  })

  test('200: an event that comes twice is stored once, and applied once', async () => {
    await pay('e1')
    await applyAll()
    expect((await pay('e1')).statusCode).toBe(200)
    await applyAll()

    expect(await listEvents()).toHaveLength(1)
    expect(await payments()).toEqual(['e1'])
  })

  test('200: where the provider gives no id, the same body is the same event', async () => {
    await send('{"name":"a"}')
    await send('{"name":"a"}')
    await send('{"name":"b"}')
    expect(await listEvents()).toHaveLength(2)
  })

  test.for(['\0', '\\u0000', '\\ud800'])(
    '200: a body with the character %j, which no text may hold, is stored, and set aside at once',
    async (character) => {
      const body = `{"id":"e1${character}","name":"${character}"}`
      expect((await send(body)).statusCode).toBe(200)
      await pay('e2')
      await applyAll()

      const [row] = await db.execute<{ body: Buffer }>(
        sql`select body from provider_events order by position`,
      )
      expect(row?.body.toString()).toBe(body)
      expect(await listEvents()).toMatchObject([
        { attempts: 1, isApplied: false, rejection: expect.any(String) },
        { isApplied: true },
      ])
      expect(await payments()).toEqual(['e2'])
    },
  )

  test('401: a body that was changed after it was signed is not stored', async () => {
    const body = JSON.stringify({ id: 'e1', name: 'a' })
    const statuses = [await send(`${body} `, sign(body).toString('hex')), await send(body, '')].map(
      ({ statusCode }) => statusCode,
    )

    expect(statuses).toEqual([401, 401])
    expect(await listEvents()).toEqual([])
  })

  const LETTERBOX = { method: 'POST', url: '/webhooks/post-office' } as const

  test('401: a wrong secret in a header is refused before the body is read', async () => {
    await app.ready()
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')

    socket.write(
      'POST /webhooks/post-office HTTP/1.1\r\nhost: a\r\nauthorization: Basic x\r\ncontent-length: 9\r\n\r\n',
    )

    const [head] = await once(socket, 'data')
    expect(String(head)).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  })

  test('200: the right secret in a header stores the event', async () => {
    const headers = { authorization: 'Basic c2VjcmV0' }

    expect((await app.inject({ ...LETTERBOX, headers, payload: 'a letter' })).statusCode).toBe(200)
    expect(await listEvents()).toHaveLength(1)
  })

  test.for([
    { proof: 'secret', request: LETTERBOX },
    { proof: 'signature', request: { method: 'POST', url: '/webhooks/stripe' } as const },
  ])('429: a client that showed a wrong $proof sixty times in a minute', async ({ request }) => {
    const knock = async (remoteAddress: string) =>
      (await app.inject({ ...request, remoteAddress, headers: { authorization: 'Basic x' } })).statusCode
    for (let time = 0; time < 60; time++) expect(await knock('203.0.113.9')).toBe(401)

    expect(await knock('203.0.113.9')).toBe(429)
    expect(await knock('203.0.113.10')).toBe(401)
    clock.nowMs += 60_000
    expect(await knock('203.0.113.9')).toBe(401)
    clock.nowMs += 60_000
  })

  test('413: a body of a megabyte is not stored', async () => {
    expect((await send('x'.repeat(1_000_000))).statusCode).toBe(413)
  })

  test('503: while the database is away the provider is told to come again', async () => {
    vi.spyOn(db, 'execute').mockRejectedValueOnce(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    expect((await pay('e1')).statusCode).toBe(503)
    await pay('e1')
    expect(await listEvents()).toHaveLength(1)
  })
})

describe('stored events', () => {
  test('are applied in the order of their arrival', async () => {
    for (const id of ['e3', 'e1', 'e2']) await pay(id)
    await applyAll()
    expect(await payments()).toEqual(['e3', 'e1', 'e2'])
    expect(applied.mock.calls).toEqual([['e3'], ['e1'], ['e2']])
  })

  test('are applied once and in order by several processes', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `e${index}`)
    for (const id of ids) await pay(id)
    const process = async () => {
      while ((await listEvents()).some(({ isApplied }) => !isApplied)) await turn()
    }
    await Promise.all([process(), process(), process()])

    expect(await payments()).toEqual(ids)
  })

  test('are applied when they are stored, woken by their commit alone', async () => {
    const job = { ...applyProviderEvents({ db, log, webhook }), intervalMs: 3_600_000 }
    const loop = createWokenLoop('shop', job, db, log)
    await loop.start?.()
    for (const id of ['e1', 'e2', 'e3']) {
      await pay(id)
      await vi.waitFor(async () => expect((await payments()).at(-1)).toBe(id), { timeout: 5_000 })
    }
    await loop.stop()
  })

  test('that cannot be read are set aside at once, and those behind them are applied', async () => {
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

  test('that mean nothing to the service are applied without effect', async () => {
    await pay('e1')
    await applyAll({ read: () => null })
    expect(await listEvents()).toMatchObject([{ isApplied: true }])
    expect(await payments()).toEqual([])
  })

  test('wait for an event that fails, leave nothing of the failed attempt, and then follow in order', async () => {
    let failures = 2
    const apply: typeof webhook.apply = async (tx, event) => {
      const name = await webhook.apply(tx, event)
      if (event.id === 'e1' && failures-- > 0) throw new Error('not yet')
      return name
    }
    await pay('e1')
    await pay('e2')
    await turn({ apply })

    expect(await turn({ apply })).toBe(false)
    expect(await payments()).toEqual([])
    await skipWaits()
    await applyAll({ apply })
    expect(await payments()).toEqual(['e1', 'e2'])
  })

  test('wait longer after each failure', async () => {
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

  test('that always fail are set aside after six attempts, so that they hold up nothing for ever', async () => {
    const apply: typeof webhook.apply = (tx, event) =>
      event.id === 'e1' ? Promise.reject(new Error('never')) : webhook.apply(tx, event)
    await pay('e1')
    await pay('e2')
    await applyAll({ apply })

    expect(await listEvents()).toMatchObject([{ attempts: 6, rejection: 'never' }, { isApplied: true }])
  })

  test('are applied once when the database goes away in the middle, and never set aside for it', async () => {
    let losses = 8
    const apply: typeof webhook.apply = async (tx, event) => {
      const name = await webhook.apply(tx, event)
      if (losses-- > 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      return name
    }
    await pay('e1')
    await applyAll({ apply })

    expect(await payments()).toEqual(['e1'])
    expect(await listEvents()).toMatchObject([{ isApplied: true, attempts: 9, rejection: null }])
  })
})

describe('a replay', () => {
  test('applies what was set aside, once it can be read', async () => {
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

  test('since an instant applies again what was received since then, in its order', async () => {
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

  test('leaves the events of other providers', async () => {
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
