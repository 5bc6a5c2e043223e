import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { measureOutgoingRequests } from './outgoing-requests.ts'

function measure() {
  const metrics = createMetrics('test')
  onTestFinished(measureOutgoingRequests(metrics))
  return {
    counts: async () =>
      (await metrics.metrics())
        .split('\n')
        .filter((line) => line.startsWith('provider_call_duration_seconds_count'))
        .map((line) =>
          line.replace('provider_call_duration_seconds_count', '').replace('service="test",', ''),
        ),
  }
}

/** Answers with the status that the path names; without one it hangs up. */
async function aProvider(): Promise<string> {
  const server = createServer((request, response) => {
    const status = Number(request.url?.slice(1).split('?')[0])
    if (status) response.writeHead(status).end('an answer')
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function httpGet(url: string): Promise<void> {
  await once(
    get(url).on('response', (response) => response.resume()),
    'close',
  ).catch(() => {})
}

async function fetched(url: string): Promise<void> {
  const answer = await fetch(url).catch(() => null)
  await answer?.text()
}

test.each([
  { by: 'fetch', ask: fetched },
  { by: 'node:http', ask: httpGet },
])('requests by $by are counted by their status, and those without an answer too', async ({ ask }) => {
  const url = await aProvider()
  const { counts } = measure()

  await ask(`${url}/202?to=someone@visitors.example`)
  await ask(`${url}/429`)
  await ask(`${url}/429`)
  await ask(`${url}/`)

  expect((await counts()).toSorted()).toEqual([
    '{domain="127.0.0.1",status="202"} 1',
    '{domain="127.0.0.1",status="429"} 2',
    '{domain="127.0.0.1",status="none"} 1',
  ])
})

test('a domain is counted without its hosts, of which a push service has many', async () => {
  const { counts } = measure()

  await httpGet('http://db5p.region-1.push.invalid/a-device')

  expect(await counts()).toEqual(['{domain="push.invalid",status="none"} 1'])
})

test('what was measured ends with the process’s own end', async () => {
  const url = await aProvider()
  const metrics = createMetrics('test')
  measureOutgoingRequests(metrics)()

  await httpGet(`${url}/200`)

  expect(await metrics.metrics()).not.toContain('status="200"')
})
