import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createTestGateway } from '../testing/gateway.ts'

async function send(request: string): Promise<string> {
  const url = await createTestGateway().listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(request)
  return text(socket)
}

const HEADERS = [
  'connection: close',
  'content-type: application/problem+json',
  'cache-control: no-store',
  "content-security-policy: default-src 'self'",
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
]
/** The status, and the headers of every answer that are missing; more than one answer is none. */
function refusalOf(answer: string): { status: string | undefined; missing: string[] } {
  const [status, ...others] = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)
  if (others.length > 0) throw new Error(`More than one answer: ${answer}`)
  return { status, missing: HEADERS.filter((header) => !answer.toLowerCase().includes(header)) }
}

const GET = 'GET /api/config HTTP/1.1\r\n'

test.each([
  ['is no HTTP', 'HELLO\r\n\r\n'],
  ['has a header without a name', `${GET}host: a\r\n: b\r\n\r\n`],
  ['has two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  [
    'has a length and a transfer encoding',
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
  ],
  ['has two hosts', `${GET}host: a\r\nHost: b\r\n\r\n`],
  ['has the same host twice', `${GET}host: a\r\nhost: a\r\n\r\n`],
  ['has no host', `${GET}\r\n`],
])('400: a request that %s ends its connection, with the headers of every answer', async (_, request) => {
  expect(refusalOf(await send(request + GET))).toEqual({ status: '400', missing: [] })
})

test('431: headers of more than 16 KiB end the connection, with the headers of every answer', async () => {
  const answer = await send(`${GET}host: a\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(refusalOf(answer)).toEqual({ status: '431', missing: [] })
  expect(answer).toContain('"code":"headers-too-large"')
})

test('200: an expectation that the gateway does not know is left aside', async () => {
  const answer = await send(`${GET}host: a\r\nexpect: miracles\r\nconnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toContain('content-security-policy')
})

test('200: HTTP/1.0 may name no host', async () => {
  expect(await send('GET /api/config HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
})
