import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { measureRequests } from './request-durations.ts'

test('a request is counted by its route and status, and its address is in no metric', async () => {
  const metrics = createMetrics('test')
  const app = Fastify()
  measureRequests(app, metrics)
  app.get('/parks/:parkId', () => ({}))

  for (const url of ['/parks/one', '/parks/two', '/nowhere']) await app.inject(url)

  const text = await metrics.metrics()
  const count = (labels: string) =>
    `http_request_duration_seconds_count{service="test",method="GET",${labels}}`
  expect(text).toContain(`${count('route="/parks/:parkId",status="200"')} 2`)
  expect(text).toContain(`${count('route="none",status="404"')} 1`)
  expect(text).not.toContain('/parks/one')
})
