import { howWeDo, OUTAGE_FEED, type OutageList } from '@walkon/contracts/http/how-we-do'
import { expect, test } from 'vitest'
import { createTestGateway, startService } from '../testing/gateway.ts'

const NEVER = { firstDate: null, lastDate: null, countedAt: null }
const ALERTS = {
  ...NEVER,
  alerts: 120,
  medianSeconds: 50,
  p95Seconds: 95,
  deliveredShare: 0.9,
  stillShortShare: null,
  days: [],
}
const GUARANTEES = { ...NEVER, kept: 12, fellShort: null, paidBack: null }
const MAGIC_KINGDOM = {
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  name: 'Magic Kingdom',
  timezone: 'America/New_York',
}
const OUTAGES: OutageList = {
  since: '2026-03-15T18:00:00.000Z',
  outages: [
    { startsAt: '2026-03-24T18:10:00.000Z', endsAt: '2026-03-24T18:48:00.000Z', parks: [MAGIC_KINGDOM] },
  ],
}

/** A gateway before services that count how often each is asked; a part that is null is away. */
async function start() {
  const state = { alerts: ALERTS as object | null, guarantees: GUARANTEES, outages: OUTAGES, asked: 0 }
  const clock = { nowMs: Date.parse('2026-03-24T19:00:00Z') }
  const url = await startService((app) => {
    app.get('/counts', (_request, reply) => (state.alerts === null ? reply.code(503).send({}) : state.alerts))
    app.get('/guarantees/counts', () => state.guarantees)
    app.get('/outages', () => {
      state.asked++
      return state.outages
    })
  })
  const gateway = createTestGateway(
    { ALERT_EVALUATOR_URL: url, BILLING_URL: url, PARK_DATA_URL: url },
    { now: () => clock.nowMs },
  )
  const open = (address: string, headers = {}) => gateway.inject({ url: address, headers })
  return { state, clock, open }
}

test('200: the counts of three services are one answer, read once a minute', async () => {
  const { state, clock, open } = await start()
  const response = await open('/api/how-we-do')
  expect(howWeDo.parse(response.json())).toEqual({ alerts: ALERTS, guarantees: GUARANTEES, outages: OUTAGES })
  expect(response.headers['cache-control']).toBe('public, max-age=60')
  clock.nowMs += 59_000
  expect((await open('/api/how-we-do')).headers['cache-control']).toBe('public, max-age=1')
  expect(state.asked).toBe(1)
  clock.nowMs += 1_000
  await Promise.all([open('/api/how-we-do'), open(OUTAGE_FEED)])
  expect(state.asked).toBe(2)
})

test('200: the part of a service that is away is null, and is asked for again a second later', async () => {
  const { state, clock, open } = await start()
  state.alerts = null
  expect((await open('/api/how-we-do')).json()).toEqual({
    alerts: null,
    guarantees: GUARANTEES,
    outages: OUTAGES,
  })
  state.alerts = ALERTS
  clock.nowMs += 1_000
  expect((await open('/api/how-we-do')).json()).toMatchObject({ alerts: ALERTS })
})

test('503: without any of the services there are no counts and no feed', async () => {
  const gateway = createTestGateway()
  for (const url of ['/api/how-we-do', OUTAGE_FEED]) {
    const response = await gateway.inject({ url })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'unavailable' })
  }
})

test('200: each outage is an entry of an Atom feed, with an id of its own and its names as text', async () => {
  const { state, open } = await start()
  state.outages = {
    ...OUTAGES,
    outages: [
      {
        startsAt: '2026-03-24T18:35:00.000Z',
        endsAt: null,
        parks: [{ ...MAGIC_KINGDOM, name: 'Tom &\u0007<Jerry>' }],
      },
      ...OUTAGES.outages,
    ],
  }
  const { headers, body } = await open(OUTAGE_FEED)
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(body).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>http://walkon.example/api/how-we-do/outages.atom</id>
  <title>Walkon: outages</title>
  <subtitle>Each time an open park had no waits that we trust for ten minutes or longer.</subtitle>
  <updated>2026-03-24T18:48:00.000Z</updated>
  <author><name>Walkon</name></author>
  <link rel="self" type="application/atom+xml" href="http://walkon.example/api/how-we-do/outages.atom"/>
  <link rel="alternate" type="text/html" href="http://walkon.example/how-we-do"/>
  <entry>
    <id>http://walkon.example/how-we-do#2026-03-24T18:35:00.000Z</id>
    <title>No new waits right now</title>
    <published>2026-03-24T18:35:00.000Z</published>
    <updated>2026-03-24T18:35:00.000Z</updated>
    <link rel="alternate" type="text/html" href="http://walkon.example/how-we-do"/>
    <content type="text">Since Tue, Mar 24, 2:35 pm EDT: Tom &amp; &lt;Jerry&gt;.</content>
  </entry>
  <entry>
    <id>http://walkon.example/how-we-do#2026-03-24T18:10:00.000Z</id>
    <title>The waits stood still for 38 min</title>
    <published>2026-03-24T18:10:00.000Z</published>
    <updated>2026-03-24T18:48:00.000Z</updated>
    <link rel="alternate" type="text/html" href="http://walkon.example/how-we-do"/>
    <content type="text">Since Tue, Mar 24, 2:10 pm EDT: Magic Kingdom.</content>
  </entry>
</feed>
`)
})

test('an outage keeps its id when it ends, and is updated then', async () => {
  const { state, clock, open } = await start()
  const parts = async (name: string) => {
    const { body } = await open(OUTAGE_FEED)
    return [...body.matchAll(new RegExp(`<${name}>([^<]*)`, 'g'))].at(-1)?.[1]
  }
  const [outage] = OUTAGES.outages
  state.outages = { ...OUTAGES, outages: [{ ...outage!, endsAt: null }] }
  const id = await parts('id')
  expect(await parts('updated')).toBe(outage!.startsAt)
  state.outages = OUTAGES
  clock.nowMs += 60_000
  expect(await parts('id')).toBe(id)
  expect(await parts('updated')).toBe(outage!.endsAt)
})

test('304: a reader that has the feed as it is gets it once', async () => {
  const { open } = await start()
  const { headers } = await open(OUTAGE_FEED)
  const again = await open(OUTAGE_FEED, { 'if-none-match': headers['etag'] })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
