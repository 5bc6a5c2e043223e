import type { SentSpan } from '@walkon/service/testing/collector'
import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createAccount } from '../support/accounts.ts'
import { createFareWatch, offerFare } from '../support/companion-visitor.ts'
import { followSpans } from '../support/followed-spans.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
} from '../support/walkon-client.ts'

const client = createWalkonClient(inject('baseUrl'))
afterAll(client.releasePins)

const listSpans = followSpans(inject('spansFile'))

/** The traces that the product has sent since this file began, each with its spans in the order of their beginnings. */
function listTraces(): SentSpan[][] {
  const traces = Map.groupBy(listSpans(), ({ traceId }) => traceId)
  return [...traces.values()].map((spans) =>
    spans.toSorted((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano)),
  )
}

/** A span of each name, each below the one before. Undefined while one is missing. */
function findRoad(spans: SentSpan[], [name, ...others]: string[], above?: SentSpan): SentSpan[] | undefined {
  if (name === undefined) return []
  for (const span of spans) {
    if (`${span.service}: ${span.name}` !== name || (above && !isBelow(span, above, spans))) continue
    const rest = findRoad(spans, others, span)
    if (rest) return [span, ...rest]
  }
  return undefined
}

const isBelow = (span: SentSpan, above: SentSpan, spans: SentSpan[]): boolean => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent !== undefined && (parent === above || isBelow(parent, above, spans))
}

/** The spans of each of these roads, all of one trace that began since. */
const roadsOf = (since: number, ...roads: string[][]) =>
  eventually(async () =>
    listTraces()
      .filter(([first]) => first !== undefined && first.startTimeUnixNano >= BigInt(since) * 1_000_000n)
      .map((spans) => roads.flatMap((names) => findRoad(spans, names) ?? []))
      .find(({ length }) => length === roads.flat().length),
  )

const MAILED = ['notifier: send email', 'notifier: POST 127.0.0.1']

/** From work that asks another company to the mail of what it tells. */
const told = (work: string, question: string) => [
  [work, question],
  [work, 'notifier: process NotificationRequested', ...MAILED],
]

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('one trace leads from the poll that reads a short wait to the call that mails it', async () => {
  const park = await client.parkNamed(/Magic Kingdom/)
  const email = aVisitor('traced')
  const [ride] = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)
  const fellAt = Date.now()
  await ride.becomeShort()
  await client.nextMessage(email, isAlert)

  const road = await roadsOf(
    fellAt - 5_000,
    ['park-data: poll-destination', 'park-data: GET 127.0.0.1'],
    [
      'park-data: poll-destination',
      'alert-evaluator: process WaitTimeObserved',
      'notifier: process AlertTriggered',
      // Its request is below none where it mails what several polls alerted, of visitors of other journeys too.
      'notifier: send email',
    ],
  )
  expect(new Set(road.map(({ traceId }) => traceId)).size).toBe(1)
  expect(road.at(-1)?.attributes).toMatchObject({ 'walkon.outcome': 'accepted' })
})

test('one trace leads from the question to Stripe that finds a payment to the call that mails its receipt', async () => {
  const park = await client.parkNamed(/EPCOT/)
  const order = { email: aVisitor('pays'), parkId: park.id, dates: [daysAhead(1)], channel: 'email' }
  const since = Date.now()
  const asked = await client.send('POST', '/api/billing/checkouts', order)
  const opening = ['gateway: POST /api/billing/*', 'billing: POST /checkouts', 'billing: POST 127.0.0.1']
  expect(await roadsOf(since, opening)).toHaveLength(3)
  const { sessionId } = z.object({ sessionId: z.string() }).parse(asked.body)
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})

  const roads = told('billing: settle-checkout', 'billing: GET 127.0.0.1')
  expect(await roadsOf(since, ...roads)).not.toEqual([])
})

test('one trace leads from the question to the provider of fares to the call that mails a fare', async () => {
  const email = aVisitor('flies')
  const { authorization } = await createAccount(client, inject('baseUrl'), email, 'Fay Fare')
  const day = daysAhead(77)
  await offerFare(client, day)
  const since = Date.now()
  const ask = async (method: string, path: string, body?: unknown) =>
    (await client.send(method, `/api${path}`, body, { authorization })).body
  await createFareWatch(client, ask, email).watchFare(day)

  expect(await roadsOf(since, ...told('flights: check-trip', 'flights: POST 127.0.0.1'))).not.toEqual([])
})

test('one trace leads from a browser’s request, whose answer names it, to the call that mails what was asked for', async () => {
  const park = await client.parkNamed(/EPCOT/)
  const email = aVisitor('asks')
  const asked = await fetch(`${inject('baseUrl')}/api/billing/activations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${'7'.repeat(32)}-0123456789abcdef-01` },
    body: JSON.stringify({
      email,
      parkId: park.id,
      dates: [daysAhead(1)],
      promoCode: 'FREEDAY',
    }),
  })
  expect(asked.status).toBe(202)
  await client.nextMessage(email, ({ text }) => /confirm-alerts/.test(text))

  const traceId = asked.headers.get('x-request-id')?.replaceAll('-', '')
  const spans = await eventually(async () => {
    const found = listTraces().find(([first]) => first?.traceId === traceId)
    return found?.some(({ name }) => name === 'send email') ? found : undefined
  })
  const names = [
    'billing: POST /activations',
    'notifier: process NotificationRequested',
    'notifier: send email',
  ]
  const [first] = spans.filter(({ service }) => service === 'gateway')
  expect(findRoad(spans, [`gateway: ${first?.name}`, ...names])).toBeDefined()
  expect(spans.map(({ service, name }) => `${service}: ${name}`)).toContain(
    'billing: publish NotificationRequested',
  )
})
