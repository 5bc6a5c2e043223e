import { createGateway } from '@walkon/gateway/app'
import { gatewaySettings, urlsOfServices } from '@walkon/gateway/config'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { connectRedis } from '@walkon/service/redis-cache'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { expect, inject, onTestFinished, test } from 'vitest'

const LIMIT = 6
const log = createLog({ service: 'gateway', level: 'silent' })

/** A replica of the gateway, with connections of its own. */
async function startReplica(redisUrl: string) {
  // An answer of Redis that is late would be counted by the replica alone.
  const redis = connectRedis(redisUrl, log, { commandTimeoutMs: 15_000 })
  await redis.start()
  const settings = gatewaySettings.parse({
    PUBLIC_URL: 'http://walkon.example',
    ...urlsOfServices(() => 'http://127.0.0.1:9'),
    WEB_ROOT: import.meta.dirname,
    RATE_LIMIT_PER_MINUTE: LIMIT,
  })
  const gateway = createGateway({
    settings,
    log,
    metrics: createMetrics('gateway'),
    sharedCounts: redis.cache,
    // The middle of a minute, so that no window of the limits ends during a test.
    now: () => startedAt,
  })
  onTestFinished(async () => {
    await gateway.close()
    await redis.close()
  })
  return async (remoteAddress: string) =>
    (await gateway.inject({ url: '/api/config', remoteAddress })).statusCode
}
const startedAt = Math.floor(Date.now() / 60_000) * 60_000 + 30_000

test('429: replicas of the gateway on one Redis count the requests of a client together', async () => {
  const replicas = [await startReplica(inject('redisUrl')), await startReplica(inject('redisUrl'))]
  const statuses: number[] = []
  for (let time = 0; time < LIMIT / 2; time++) {
    for (const ask of replicas) statuses.push(await ask('203.0.113.9'))
  }

  expect(statuses).toEqual(Array.from({ length: LIMIT }, () => 200))
  expect([await replicas[0]?.('203.0.113.9'), await replicas[1]?.('203.0.113.9')]).toEqual([429, 429])
  expect(await replicas[0]?.('203.0.113.10')).toBe(200)
})

test('429: a replica that loses Redis goes on to serve, and counts for itself', async () => {
  const { hostname, port } = new URL(inject('redisUrl'))
  const proxy = await createTcpProxy({ host: hostname, port: Number(port) })
  const ask = await startReplica(`redis://127.0.0.1:${proxy.port}`)
  expect(await ask('198.51.100.7')).toBe(200)

  await proxy.cut()
  const statuses: number[] = []
  for (let time = 0; time <= LIMIT; time++) statuses.push(await ask('198.51.100.7'))

  expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 429])
})
