import { Errors, ServerClient } from 'postmark'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { FaultKind } from './state/faults.ts'
import { startSandbox, temporaryFolder, TOKEN } from './testing/test-sandbox.ts'

const EPCOT_LIVE = '/park-feed/v1/entity/47f90d2c-e191-4239-a466-5892ef59a88b/live'

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ slowMs: 300, ...options })
  const requestHost = `127.0.0.1:${sandbox.port}/postmark`
  const client = new ServerClient(TOKEN, { requestHost, useHttps: false, timeout: 10 })
  const impatient = new ServerClient(TOKEN, { requestHost, useHttps: false, timeout: 0.25 })
  const mail = { From: 'a@walkon.example', To: 'visitor@example.com', Subject: 'Hi', TextBody: 'Hi' }
  return {
    ...sandbox,
    fault: async (kind: FaultKind, more: { rate?: number; count?: number; provider?: string } = {}) =>
      (await sandbox.control('POST', '/faults', { provider: 'postmark', kind, ...more })).status,
    client,
    send: () => client.sendEmail(mail),
    /** The result of the call: the answer, or the error. */
    told: (patience: 'patient' | 'impatient' = 'patient') =>
      (patience === 'patient' ? client : impatient).sendEmail(mail).then(
        (answer) => answer as unknown,
        (err: unknown) =>
          err instanceof Errors.PostmarkError ? { status: err.statusCode, code: err.code } : err,
      ),
    ledger: async () =>
      z.array(z.unknown()).parse(await (await sandbox.control('GET', '/messages')).json()).length,
    found: async () => (await client.getOutboundMessages({ count: 10, offset: 0 })).TotalCount,
    feed: (init?: RequestInit) => fetch(sandbox.url + EPCOT_LIVE, init),
  }
}

describe('a mail', () => {
  const kinds: [kind: FaultKind, status: number, accepted: number][] = [
    ['rate-limited', 429, 0],
    ['error', 500, 0],
    ['error-after-accept', 500, 1],
    ['timeout', 0, 0],
    ['timeout-after-accept', 0, 1],
    ['reset-after-accept', 0, 1],
    ['down', 0, 0],
  ]
  test.for(kinds)(
    'with the fault %s: the sender sees status %i, and %i is accepted',
    async ([kind, status, accepted]) => {
      const { fault, told, ledger, found } = await start()
      expect(await fault(kind, { count: 1 })).toBe(201)

      expect(await told(kind.startsWith('timeout') ? 'impatient' : 'patient')).toMatchObject({ status })

      await expect.poll(ledger).toBe(accepted)
      expect(await found()).toBe(accepted)
    },
  )

  test('a mail with the fault malformed is accepted, and its answer is cut off', async () => {
    const { fault, told, ledger } = await start()
    await fault('malformed')

    const answer = await told()

    expect(typeof answer).toBe('string')
    expect(() => JSON.parse(String(answer))).toThrow(SyntaxError)
    expect(await ledger()).toBe(1)
  })

  test('a mail with the fault slow gets a good answer, late', async () => {
    const { fault, send } = await start()
    await fault('slow')
    const startedAt = performance.now()

    expect(await send()).toMatchObject({ ErrorCode: 0 })

    expect(performance.now() - startedAt).toBeGreaterThan(290)
  })

  test('an invalid mail is refused as without a fault', async () => {
    const { fault, client } = await start()
    await fault('error-after-accept')

    const sending = client.sendEmail({
      From: 'a@walkon.example',
      To: 'nobody',
      Subject: 'Hi',
      TextBody: 'Hi',
    })

    await expect(sending).rejects.toMatchObject({ statusCode: 422, code: 300 })
  })
})

describe('looking up', () => {
  test('with the fault lookup-down lookups fail and sending goes on', async () => {
    const { fault, send, found } = await start()
    await fault('lookup-down')

    await send()

    await expect(found()).rejects.toMatchObject({ statusCode: 503 })
  })

  test('with the fault lookup-lag a lookup finds a mail only after a minute', async () => {
    const { fault, send, found, clock, client } = await start()
    await fault('lookup-lag')
    const { MessageID } = await send()

    expect(await found()).toBe(0)
    await expect(client.getOutboundMessageDetails(MessageID)).rejects.toMatchObject({ code: 701 })

    clock.now = new Date(clock.now.getTime() + 60_000)
    expect(await found()).toBe(1)
    expect(await client.getOutboundMessageDetails(MessageID)).toMatchObject({ MessageID })
  })

  test('a lookup finds a mail only after the usual lag of the search, and with lookup-lag it falls further behind', async () => {
    const { fault, send, found, clock } = await start({ postmarkSearchLagSeconds: 5 })
    await send()
    expect(await found()).toBe(0)

    clock.now = new Date(clock.now.getTime() + 5_000)
    expect(await found()).toBe(1)
    await fault('lookup-lag', { count: 1 })
    expect(await found()).toBe(0)
    expect(await found()).toBe(1)
  })

  test('how far it falls behind with lookup-lag can be set', async () => {
    const { fault, send, found, clock } = await start({ postmarkFaultLagSeconds: 15 })
    await fault('lookup-lag')
    await send()
    expect(await found()).toBe(0)

    clock.now = new Date(clock.now.getTime() + 15_000)
    expect(await found()).toBe(1)
  })

  test('lookups work while sending fails, but not while the provider is down', async () => {
    const { fault, found, control } = await start()
    await fault('error')
    expect(await found()).toBe(0)

    await control('DELETE', '/faults')
    await fault('down')
    await expect(found()).rejects.toMatchObject({ statusCode: 0 })
  })
})

describe('the park feed', () => {
  test('a rate-limited feed says when to retry', async () => {
    const { fault, feed } = await start()
    await fault('rate-limited', { provider: 'park-feed' })

    const response = await feed()

    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('a malformed feed cuts its answer off and gives no entity tag', async () => {
    const { fault, feed } = await start()
    await fault('malformed', { provider: 'park-feed' })

    const response = await feed()

    expect([response.status, response.headers.get('etag')]).toEqual([200, null])
    await expect(response.json()).rejects.toThrow(SyntaxError)
  })

  test('a feed that is down closes the connection without an answer', async () => {
    const { fault, feed } = await start()
    await fault('down', { provider: 'park-feed' })

    await expect(feed()).rejects.toThrow('fetch failed')
  })
})

describe('a fault', () => {
  test('a fault ends after its count of hits', async () => {
    const { fault, told } = await start()
    await fault('error', { count: 2 })

    const statuses = [await told(), await told(), await told()]

    expect(statuses).toMatchObject([{ status: 500 }, { status: 500 }, { ErrorCode: 0 }])
  })

  test('a fault hits about as many requests as its rate says', async () => {
    const { fault, feed } = await start()
    await fault('error', { provider: 'park-feed', rate: 0.3 })

    const statuses: number[] = []
    for (let sent = 0; sent < 200; sent++) statuses.push((await feed()).status)

    const hits = statuses.filter((status) => status === 500).length
    expect(hits).toBeGreaterThan(30)
    expect(hits).toBeLessThan(95)
  })

  test('a fault affects its own provider only, and ends when all faults are cleared', async () => {
    const { fault, feed, told, control } = await start()
    await fault('error')
    expect((await feed()).status).toBe(200)

    expect((await control('DELETE', '/faults')).status).toBe(204)

    expect(await told()).toMatchObject({ ErrorCode: 0 })
  })

  test('a fault outlives a restart', async () => {
    const dataDir = temporaryFolder()
    const before = await start({ dataDir })
    await before.fault('error')
    await before.stop()

    expect(await (await start({ dataDir })).told()).toMatchObject({ status: 500 })
  })

  test.for([
    { provider: 'carrier-pigeon', kind: 'error' },
    { provider: 'postmark', kind: 'explosion' },
    { provider: 'postmark', kind: 'error', rate: 2 },
    { provider: 'postmark', kind: 'error', count: 0 },
    { provider: 'park-feed', kind: 'lookup-lag' },
    { kind: 'error' },
  ])('400: a fault of %o is refused', async (body) => {
    const { control } = await start()
    const response = await control('POST', '/faults', body)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('problem+json'),
    ])
  })

  test('a fault that keeps a caller waiting does not keep the sandbox from stopping', async () => {
    const { fault, feed, control, stop } = await start({ slowMs: 60_000 })
    const kinds = ['timeout', 'timeout-after-accept', 'slow'] as const
    for (const kind of kinds) await fault(kind, { provider: 'park-feed', count: 1 })
    const waiting = Promise.allSettled(kinds.map(() => feed()))
    await vi.waitFor(async () => expect(await (await control('GET', '/faults')).json()).toEqual([]))

    await stop()

    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})
