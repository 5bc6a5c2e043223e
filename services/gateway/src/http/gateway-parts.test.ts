import { createLog } from '@walkon/service/log'
import { startParts } from '@walkon/service/lifecycle'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { freePort } from '@walkon/postgres/server'
import { expect, onTestFinished, test } from 'vitest'
import { gatewaySettings, urlsOfServices } from '../config.ts'
import { createGatewayParts } from './gateway-parts.ts'
import { NOWHERE } from '../testing/gateway.ts'

const log = createLog({ service: 'gateway', level: 'silent' })

async function startGateway(isRedisReachable = true) {
  const [port, operatorPort] = [await freePort(), await freePort()]
  const settings = gatewaySettings.parse({
    PUBLIC_URL: 'http://walkon.example',
    ...urlsOfServices(() => NOWHERE),
    WEB_ROOT: import.meta.dirname,
    HOST: '127.0.0.1',
    OPERATOR_HOST: '127.0.0.1',
    PORT: port,
    OPERATOR_PORT: operatorPort,
  })
  const sharedCounts = {
    ...createMemoryCache(),
    fault: () => (isRedisReachable ? null : ('does not answer' as const)),
  }
  const parts = createGatewayParts({ settings, log, metrics: createMetrics('gateway'), sharedCounts })
  const stop = await startParts(parts, log)
  onTestFinished(stop)
  const ask = async (path: string, of = operatorPort) => {
    const response = await fetch(`http://127.0.0.1:${of}${path}`)
    return { status: response.status, body: await response.text() }
  }
  return { port, parts, ask }
}

test('200: metrics of the gateway count what visitors asked for', async () => {
  const { ask, port } = await startGateway()
  await ask('/api/parks/mk/live', port)

  expect((await ask('/metrics')).body).toContain(
    'http_request_duration_seconds_count{service="gateway",method="GET",route="/api/parks/*",status="503"} 1',
  )
})

test('503: a gateway that drains is not ready, and alive', async () => {
  const { ask, parts } = await startGateway()
  expect((await ask('/readyz')).status).toBe(200)
  await parts.find(({ name }) => name === 'http')?.stop()

  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/livez')).status).toBe(200)
})

test('200: a gateway whose Redis is away is ready, says so and shows it as a gauge', async () => {
  const { ask } = await startGateway(false)

  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: '{"status":"ready","away":{"redis":"does not answer"}}',
  })
  expect((await ask('/metrics')).body).toContain('dependency_up{dependency="redis",service="gateway"} 0')
})

test('404: the operator port of a gateway has nothing for visitors', async () => {
  const { ask } = await startGateway()

  expect((await ask('/api/config')).status).toBe(404)
})
