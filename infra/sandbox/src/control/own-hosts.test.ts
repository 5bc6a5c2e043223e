import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startSandbox } from '../testing/test-sandbox.ts'

/** `fetch` sets the host itself. */
const statusOf = (port: number, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/sandbox/inbox', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test('the inbox answers to localhost, literal addresses and the host of the product', async () => {
  const { port } = await startSandbox({ publicUrl: 'http://park-pc.lan:8080' })

  for (const host of [
    'localhost',
    'localhost:8080',
    '127.0.0.1:8080',
    '192.168.1.5',
    '[::1]:8080',
    'park-pc.lan:8080',
  ])
    expect([host, await statusOf(port, { host })]).toEqual([host, 200])
})

test('the inbox answers to a host that the operator names, and to no other one beside it', async () => {
  const { port } = await startSandbox({ ownHosts: ['sandbox'] })

  expect(await statusOf(port, { host: 'sandbox:4900' })).toBe(200)
  expect(await statusOf(port, { host: 'sandbox.evil.example' })).toBe(421)
})

test('421: a name that a stranger has made to point here is refused, directly and through the gateway', async () => {
  const { port } = await startSandbox()

  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'park-pc.lan:8080',
    '127.0.0.1.evil.example',
    ' ',
  ]) {
    expect([host, await statusOf(port, { host })]).toEqual([host, 421])
    const proxied = { host: '127.0.0.1', 'x-original-host': host }
    expect([host, await statusOf(port, proxied)]).toEqual([host, 421])
    const invented = { host, 'x-original-host': 'localhost' }
    expect([host, await statusOf(port, invented)]).toEqual([host, 421])
  }
})

test.for([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'http://127.0.0.1' }, 200],
  [{}, 200],
] as const)('a request that changes something, with %o, is answered with %i', async ([headers, status]) => {
  const { port } = await startSandbox()
  const answer = await new Promise<number>((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path: '/sandbox/faults',
        method: 'DELETE',
        headers: { host: '127.0.0.1', ...headers },
      },
      ({ statusCode = 0 }) => resolve(statusCode),
    )
      .on('error', reject)
      .end()
  })
  expect(answer < 300 ? 200 : answer).toBe(status)
})
