import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { expect, test } from 'vitest'
import { createGateway } from '../app.ts'
import { gatewaySettings, urlsOfServices } from '../config.ts'
import { createOperatorApp } from './operator-app.ts'
import { NOWHERE } from '../testing/gateway.ts'

const log = createLog({ service: 'gateway', level: 'silent' })

test('200: metrics count what visitors asked for', async () => {
  const metrics = createMetrics('gateway')
  const settings = gatewaySettings.parse({
    PUBLIC_URL: 'http://walkon.example',
    ...urlsOfServices(() => NOWHERE),
  })
  const gateway = createGateway({ settings, log, metrics })
  const operator = createOperatorApp({ log, metrics, isReady: () => true })
  await gateway.inject({ url: '/api/parks/mk/live' })

  const { body } = await operator.inject({ url: '/metrics' })

  expect(body).toContain(
    'http_request_duration_seconds_count{service="gateway",method="GET",route="/api/parks/*",status="503"} 1',
  )
  await gateway.close()
})

test('503: a gateway that drains is not ready, and alive', async () => {
  const operator = createOperatorApp({ log, metrics: createMetrics('gateway'), isReady: () => false })

  expect((await operator.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await operator.inject({ url: '/livez' })).statusCode).toBe(200)
})
