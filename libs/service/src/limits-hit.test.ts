import { expect, onTestFinished, test } from 'vitest'
import { AppError, tooManyRequests } from './errors.ts'
import { createHttpApp } from './http.ts'
import { countLimitsHit } from './limits-hit.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const log = createLog({ service: 'shop', level: 'silent' })

test('a refusal by a limit is counted once by the name of the limit, wherever it is thrown, and no other refusal is', async () => {
  const metrics = createMetrics('shop')
  const app = createHttpApp({ service: 'shop', log, metrics })
  onTestFinished(() => app.close())
  const config = { access: 'public' } as const
  app.post('/orders', { config }, () => {
    throw tooManyRequests('orders', 60)
  })
  app.post('/carts', { config }, () => {
    throw new AppError('unauthorized', 'Not yours')
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', async () => {
      throw tooManyRequests('gifts', 60)
    })
    scope.post('/gifts', { config }, () => 'given')
  })

  for (const url of ['/orders', '/carts', '/gifts', '/orders', '/nowhere'])
    await app.inject({ method: 'POST', url })

  const { values } = (await metrics.getSingleMetric('limits_hit_total')?.get()) ?? {}
  expect(values?.map(({ labels, value }) => [labels['limit'], value])).toEqual([
    ['orders', 2],
    ['gifts', 1],
  ])
})

test('a service that counts limits of its own counts into the same metric', async () => {
  const metrics = createMetrics('shop')
  const counts = [countLimitsHit(metrics), countLimitsHit(metrics)]
  for (const count of counts) count('mail')
  expect(await metrics.getSingleMetricAsString('limits_hit_total')).toContain(
    '{limit="mail",service="shop"} 2',
  )
})
