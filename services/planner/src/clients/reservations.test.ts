import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ReservationFailure } from '../domain/reservation-failure.ts'
import { createReservations } from './reservations.ts'

const RESTAURANT = '9c2b0d6e-2f2a-4a63-8a0a-0c6a7a1d5a11'

const NOON = new Date('2026-11-25T12:00:00Z')

/** Returns the failure of a query for tables to which the provider answers so. */
async function failureOf(answer: RequestListener, timeoutSeconds = 10): Promise<ReservationFailure> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reservations = createReservations({
    apiUrl: `http://127.0.0.1:${port}`,
    apiKey: 'a-key',
    timeoutSeconds,
    now: () => NOON,
  })
  try {
    await reservations.listTables(RESTAURANT, '2026-11-25', new AbortController().signal)
  } catch (error) {
    if (error instanceof ReservationFailure) return error
    throw error
  } finally {
    server.closeAllConnections()
    server.close()
  }
  throw new Error('The answer counted')
}

const answering = (status: number, body = '{}', headers: Record<string, string> = {}) =>
  failureOf((_request, response) => response.writeHead(status, headers).end(body))

test.each([
  ['seconds', '90', 90_000],
  ['nothing', '', 60_000],
  ['words', 'soon', 60_000],
  ['a date that is over', 'Wed, 21 Oct 2015 07:28:00 GMT', 1_000],
  ['a week', '604800', 3_600_000],
])(
  'a provider that limits its callers and says %s is left alone for as long',
  async (_name, header, pauseMs) => {
    const { kind, retryAfterMs } = await answering(429, '', { 'retry-after': header })
    expect({ kind, retryAfterMs }).toEqual({ kind: 'rate-limited', retryAfterMs: pauseMs })
  },
)

test('a provider that limits its callers until a date is left alone until then', async () => {
  const until = new Date(NOON.getTime() + 120_000).toUTCString()
  const { retryAfterMs } = await answering(429, '', { 'retry-after': until })
  expect(retryAfterMs).toBe(120_000)
})

test.each([
  [404, 'unknown-restaurant'],
  [401, 'misconfigured'],
  [408, 'refused'],
  [500, 'refused'],
  [302, 'unreachable'],
])('the status %i is %s', async (status, kind) => {
  expect((await answering(status, '', status === 302 ? { location: '/elsewhere' } : {})).kind).toBe(kind)
})

test.each([
  ['no JSON', '<html>'],
  ['another shape', '{"tables":[]}'],
  ['a time that no clock shows', '{"data":[{"time":"25:10","party_size":2}]}'],
  ['a party of none', '{"data":[{"time":"18:30","party_size":0}]}'],
  [
    'more tables than a restaurant has',
    JSON.stringify({ data: Array.from({ length: 2_001 }, () => ({ time: '18:30', party_size: 2 })) }),
  ],
  ['more than a megabyte', `"${'x'.repeat(1024 * 1024)}"`],
])('an answer with %s is unusable', async (_name, body) => {
  expect((await answering(200, body)).kind).toBe('unusable')
})

test('a provider that takes the request and says nothing is given up after the time-out', async () => {
  expect((await failureOf(() => undefined, 0.2)).kind).toBe('unreachable')
})

test('a provider that stops in the middle of its answer is given up after the time-out', async () => {
  const { kind } = await failureOf((_request, response) => response.writeHead(200).write('{"data":['), 0.2)
  expect(kind).toBe('unreachable')
})
