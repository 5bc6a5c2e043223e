import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchJson, toPauseMs } from './provider-client.ts'
import { ProviderFailure } from './provider-failure.ts'

class ShopFailure extends ProviderFailure<'sold-out'> {}

const NOON = new Date('2026-07-01T12:00:00Z')
const PAUSES = { defaultMs: 60_000, longestMs: 300_000 }

/** Asks a shop that answers so. */
async function ask(answer: RequestListener): Promise<unknown> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return fetchJson(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) }, WIRE)
}

const WIRE = {
  name: 'The shop',
  mostBytes: 1_000,
  Failure: ShopFailure,
  toFailure: ({ status }: Response, text: string) =>
    new ShopFailure(text.includes('sold out') ? 'sold-out' : 'refused', `The shop answered ${status}`),
}

test('the body of a success is parsed', async () => {
  expect(await ask((_, answer) => answer.end('{"bread":3}'))).toEqual({ bread: 3 })
})

test.each([
  ['is not JSON', '<html>', 'The answer is not JSON'],
  ['is longer than it may be', `"${'a'.repeat(1_000)}"`, 'The answer is longer than 1000 bytes'],
])('a success whose body %s is unusable', async (_, body, message) => {
  await expect(ask((__, answer) => answer.end(body))).rejects.toMatchObject({
    name: 'ShopFailure',
    kind: 'unusable',
    message,
  })
})

test('an error status is what the client says that it means', async () => {
  const answers = ask((_, answer) => answer.writeHead(409).end('sold out'))
  await expect(answers).rejects.toMatchObject({ kind: 'sold-out', message: 'The shop answered 409' })
})

test('an error status whose body is too long keeps its meaning', async () => {
  const answers = ask((_, answer) => answer.writeHead(503).end('a'.repeat(2_000)))
  await expect(answers).rejects.toMatchObject({ kind: 'refused', message: 'The shop answered 503' })
})

test.each<[string, RequestListener]>([
  ['a connection that breaks', (_, answer) => answer.destroy()],
  [
    'a body that breaks off',
    (_, answer) => answer.writeHead(200, { 'content-length': 9 }).end('{}').destroy(),
  ],
  ['a redirect', (_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
])('%s is no answer', async (_, answer) => {
  await expect(ask(answer)).rejects.toMatchObject({ kind: 'unreachable', message: 'The shop did not answer' })
})

test.each([
  ['seconds', '30', 30_000],
  ['a date', 'Wed, 01 Jul 2026 12:02:00 GMT', 120_000],
  ['a date that is over', 'Wed, 01 Jul 2026 11:00:00 GMT', 1_000],
  ['no time at all', '0', 1_000],
  ['longer than is waited for', '86400', 300_000],
  ['nonsense', 'soon', 60_000],
  ['nothing', null, 60_000],
])('a pause that is asked for as %s is counted from now on, within its bounds', (_, retryAfter, ms) => {
  expect(toPauseMs(retryAfter, NOON, PAUSES)).toBe(ms)
})
