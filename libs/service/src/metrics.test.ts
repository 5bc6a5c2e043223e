import { Gauge } from 'prom-client'
import { expect, test } from 'vitest'
import { collectProcessMetrics, createMetrics } from './metrics.ts'

test('a metric that cannot be read is left out of the scrape, and the others are in it', async () => {
  const metrics = createMetrics('shop')
  const state = { isAway: false }
  const collect = function (this: Gauge) {
    if (state.isAway) throw new Error('The database is away')
    this.set(7)
  }
  metrics.registerMetric(new Gauge({ name: 'waiting', help: 'h', registers: [], collect }))
  new Gauge({ name: 'other', help: 'h', registers: [metrics] }).set(1)
  expect(await metrics.metrics()).toContain('waiting{service="shop"} 7')

  state.isAway = true
  const scrape = await metrics.metrics()

  expect(scrape).not.toContain('waiting{')
  expect(scrape).toContain('other{service="shop"} 1')
  state.isAway = false
  expect(await metrics.metrics()).toContain('waiting{service="shop"} 7')
})

test('a metric that hangs is left out of the scrape, and is read once however many scrapes ask', async () => {
  const metrics = createMetrics('shop')
  const answer = Promise.withResolvers<void>()
  let readings = 0
  const collect = async function (this: Gauge) {
    readings++
    await answer.promise
    this.set(7)
  }
  metrics.registerMetric(new Gauge({ name: 'waiting', help: 'h', registers: [], collect }))
  new Gauge({ name: 'other', help: 'h', registers: [metrics] }).set(1)

  for (const scrape of await Promise.all([metrics.metrics(), metrics.metrics()])) {
    expect(scrape).not.toContain('waiting{')
    expect(scrape).toContain('other{service="shop"} 1')
  }
  expect(readings).toBe(1)

  answer.resolve()
  expect(await metrics.metrics()).toContain('waiting{service="shop"} 7')
})

test('a scrape says which version runs', async () => {
  const metrics = createMetrics('shop')

  collectProcessMetrics(metrics, { BUILD_VERSION: '2026-11-22' })

  expect(await metrics.getSingleMetricAsString('build_info')).toMatch(/build_info{version="2026-11-22",.*} 1/)
})
