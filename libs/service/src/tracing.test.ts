import { expect, onTestFinished, test } from 'vitest'
import { baseSettings, loadSettings, type Environment } from './config.ts'
import { createHttpApp } from './http.ts'
import { createJobLoop } from './jobs.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { startCollector, type SentSpan } from './testing/collector.ts'
import { beginTrace, currentTraceId, inTraceOfItsOwn } from './trace-context.ts'
import { startTracing } from './tracing.ts'

const ID = '0190a000-0000-7000-8000-0000000000ab'
const TRACE = '0190a0000000700080000000000000ab'
const log = createLog({ service: 'shop', level: 'silent' })

/** A service with a collector. `sent` ends the recording and gives what the collector was sent. */
async function trace(env: Environment = {}) {
  const collector = await startCollector()
  const settings = loadSettings(baseSettings, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    ...env,
  })
  const tracing = await startTracing(settings, log)
  if (!tracing) throw new Error('Nothing is recorded')
  onTestFinished(() => tracing.close())
  onTestFinished(collector.close)
  const sent = async () => {
    await tracing.close()
    return collector.spans()
  }
  return { tracer: tracing.tracerOf('shop'), collector, sent }
}

type Traced = Awaited<ReturnType<typeof trace>>

function anApp({ tracer }: Traced) {
  const app = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop'), tracer })
  onTestFinished(() => app.close())
  app.get('/orders/:id', { config: { access: 'public' } }, async () => 'an order')
  app.get('/fault', { config: { access: 'public' } }, async () => {
    throw new Error('broken')
  })
  return app
}

test('without an endpoint nothing is recorded', async () => {
  expect(await startTracing(loadSettings(baseSettings, {}), log)).toBeNull()
})

test('a request is a span of its id, named by its route and never by its address', async () => {
  const traced = await trace()
  await anApp(traced).inject({ url: '/orders/ada@example.com?token=secret', headers: { 'x-request-id': ID } })

  const [span] = await traced.sent()
  expect(span).toMatchObject({
    service: 'shop',
    traceId: TRACE,
    name: 'GET /orders/:id',
    attributes: { 'http.route': '/orders/:id', 'http.response.status_code': 200 },
  })
  expect(traced.collector.bodies.join()).not.toMatch(/ada(@|%40)|secret/)
})

test('a request follows the span that its gateway names, and a fault of ours is an error of its span', async () => {
  const traced = await trace()
  const traceparent = `00-${TRACE}-0123456789abcdef-01`
  await anApp(traced).inject({ url: '/fault', headers: { 'x-request-id': ID, traceparent } })

  const [span] = await traced.sent()
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: '0123456789abcdef', status: { code: 2 } })
})

test('a parent of another trace is not believed', async () => {
  const traced = await trace()
  const traceparent = `00-${'7'.repeat(32)}-0123456789abcdef-01`
  await anApp(traced).inject({ url: '/fault', headers: { 'x-request-id': ID, traceparent } })

  const [span] = await traced.sent()
  expect(span).toMatchObject({ traceId: TRACE })
  expect(span).not.toHaveProperty('parentSpanId', '0123456789abcdef')
})

test('a trace that its gateway has not sampled is not recorded, whatever the ratio', async () => {
  const traced = await trace()
  const traceparent = `00-${TRACE}-0123456789abcdef-00`
  await anApp(traced).inject({ url: '/orders/1', headers: { 'x-request-id': ID, traceparent } })

  expect(await traced.sent()).toEqual([])
})

test('a share of the traces is recorded, as the ratio says', async () => {
  const traced = await trace({ OTEL_TRACES_SAMPLER_ARG: '0.2' })
  const app = anApp(traced)
  for (let count = 0; count < 500; count++) await app.inject('/orders/1')

  const { length } = await traced.sent()
  expect(length).toBeGreaterThan(40)
  expect(length).toBeLessThan(190)
})

test('a turn of a job that tells nothing has no span', async () => {
  const traced = await trace()
  const turned = Promise.withResolvers<void>()
  const loop = createJobLoop(
    { name: 'tidy-up', intervalMs: 3_600_000, run: async () => turned.resolve() },
    log,
    traced.tracer,
  )
  await loop.start?.()
  await turned.promise
  await loop.stop()

  expect(await traced.sent()).toEqual([])
})

test('a request to another company is a span of the work that makes it, by its domain alone', async () => {
  const traced = await trace()
  const provider = await startCollector()
  onTestFinished(provider.close)
  const app = anApp(traced)
  app.get('/paid', { config: { access: 'public' } }, async () => {
    await fetch(`${provider.url}/v1/traces?to=ada@example.com`, { method: 'POST', body: '{}' })
    return 'paid'
  })
  await app.inject({ url: '/paid', headers: { 'x-request-id': ID } })

  const spans = await traced.sent()
  const request = spans.find(({ name }) => name === 'GET /paid')
  expect(spans.find(({ name }) => name === 'POST 127.0.0.1')).toMatchObject({
    traceId: TRACE,
    parentSpanId: request?.spanId,
    attributes: { 'http.response.status_code': 200 },
  })
  expect(spans).toHaveLength(2)
})

/** A job that asks a provider twice and, if it tells something, asks once more afterwards. */
async function turn(traced: Traced, tells: boolean): Promise<SentSpan[]> {
  const provider = await startCollector()
  onTestFinished(provider.close)
  const ask = (question: string) => fetch(`${provider.url}/${question}`).then((answer) => answer.text())
  const turned = Promise.withResolvers<void>()
  const run = async () => {
    await ask('fares')
    const answer = ask('payments')
    if (tells) beginTrace()
    await answer
    if (tells) await ask('refunds')
    turned.resolve()
  }
  const loop = createJobLoop({ name: 'tell', intervalMs: 3_600_000, run }, log, traced.tracer)
  await loop.start?.()
  await turned.promise
  await loop.stop()
  return traced.sent()
}

test('the requests of a turn that tells something are spans of its trace, also those before it began', async () => {
  const spans = await turn(await trace(), true)
  const [own] = spans.filter(({ name }) => name === 'tell')
  const asked = spans.filter(({ name }) => name === 'GET 127.0.0.1')
  expect(asked).toHaveLength(3)
  for (const span of asked) {
    expect(span).toMatchObject({ traceId: own?.traceId, parentSpanId: own?.spanId })
    expect(span.endTimeUnixNano).toBeGreaterThanOrEqual(span.startTimeUnixNano)
    expect(span.startTimeUnixNano).toBeGreaterThanOrEqual(own?.startTimeUnixNano ?? 0n)
    expect(span.endTimeUnixNano).toBeLessThanOrEqual(own?.endTimeUnixNano ?? 0n)
  }
})

test('the requests of a turn that tells nothing are no spans, and so are those of a trace that is not sampled', async () => {
  expect(await turn(await trace(), false)).toEqual([])
  expect(await turn(await trace({ OTEL_TRACES_SAMPLER_ARG: '0' }), true)).toEqual([])
})

test('the collector is sent the headers that it asks for', async () => {
  const traced = await trace({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key,x-team=walkon' })
  await anApp(traced).inject('/orders/1')
  await traced.sent()

  expect(traced.collector.headers).toMatchObject([{ authorization: 'Bearer key', 'x-team': 'walkon' }])
})

test('requests are answered while the collector takes no spans, and the log says once that they are lost', async () => {
  const collector = await startCollector()
  onTestFinished(collector.close)
  collector.state.status = 400
  const lines: string[] = []
  const told = createLog({ service: 'shop', level: 'info' }, { write: (line) => void lines.push(line) })
  const settings = loadSettings(baseSettings, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret-key',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const tracing = await startTracing(settings, told)
  const app = createHttpApp({
    service: 'shop',
    log,
    metrics: createMetrics('shop'),
    tracer: tracing?.tracerOf('shop'),
  })
  onTestFinished(() => app.close())
  app.get('/orders', { config: { access: 'public' } }, async () => 'orders')

  expect((await app.inject('/orders')).statusCode).toBe(200)
  await tracing?.close()

  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'spans not taken by the collector',
  ])
  expect(lines.join()).not.toContain('secret')
})

test('work outside of traces stays outside when it is not traced', async () => {
  expect(await inTraceOfItsOwn('poll', async () => currentTraceId())).toBeNull()
})
