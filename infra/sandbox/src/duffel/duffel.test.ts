import { Duffel } from '@duffel/api'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { startSandbox } from '../testing/test-sandbox.ts'
import type { Offer } from './offers.ts'

type DocumentedOffer = Awaited<ReturnType<Duffel['offers']['get']>>['data']

const TOKEN = 'duffel_test_sandbox'
const MARCH = '2027-03-01'
const BACK = '2027-03-08'

async function startDuffel(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  const client = new Duffel({ token: TOKEN, basePath: sandbox.url, source: 'walkon' })
  const search = (
    origin: string,
    destination: string,
    { back, connections = 1 }: { back?: string; connections?: 0 | 1 | 2 } = {},
  ) => {
    const anyTime = { arrival_time: null, departure_time: null }
    const slices = [{ origin, destination, departure_date: MARCH }]
    if (back) slices.push({ origin: destination, destination: origin, departure_date: back })
    // The documented requests leave these filters out; the client's types alone ask for them.
    return client.offerRequests.create({
      slices: slices as ((typeof slices)[number] & typeof anyTime)[],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
      max_connections: connections,
      return_offers: true,
      supplier_timeout: 10_000,
    })
  }
  return { ...sandbox, client, search }
}

describe('the stand-in for Duffel', () => {
  test('an offer has every field that the provider documents', () => {
    expectTypeOf<Offer>().toExtend<Omit<DocumentedOffer, 'available_services'>>()
  })

  test('the provider’s own client reads a trip there and back as offers with a price and two slices', async () => {
    const { search } = await startDuffel()

    const { data } = await search('BOS', 'MCO', { back: BACK })

    expect(data.slices.map(({ departure_date: date }) => date)).toEqual([MARCH, BACK])
    expect(data.offers.length).toBeGreaterThan(3)
    const [cheapest] = data.offers
    expect(cheapest).toMatchObject({
      total_amount: expect.stringMatching(/^\d+\.\d\d$/),
      total_currency: 'USD',
    })
    expect(cheapest?.slices.map(({ origin }) => origin.iata_code)).toEqual(['BOS', 'MCO'])
    expect(cheapest?.slices[0]?.duration).toMatch(/^PT/)
    expect(cheapest?.slices[0]?.segments[0]?.departing_at).toMatch(/^2027-03-01T\d\d:\d\d:00$/)
  })

  test('offers of a request are listed by price, page by page', async () => {
    const { client, search } = await startDuffel()
    const { data } = await search('BOS', 'MCO')
    const listed: string[] = []
    let after: string | null = null
    do {
      const page = await client.offers.list({
        offer_request_id: data.id,
        sort: 'total_amount',
        limit: 5,
        ...(after && { after }),
      })
      listed.push(...page.data.map(({ total_amount: amount }) => amount))
      after = page.meta?.after ?? null
    } while (after)

    expect(listed.map(Number)).toEqual(listed.map(Number).toSorted((one, other) => one - other))
    expect(listed.toSorted()).toEqual(data.offers.map(({ total_amount: amount }) => amount).toSorted())
  })

  test('the routes of the test mode answer as documented', async () => {
    const { search } = await startDuffel()

    expect((await search('PVD', 'RAI')).data.offers).toEqual([])
    const connecting = (await search('LHR', 'DXB')).data.offers
    expect(connecting.length).toBeGreaterThan(0)
    expect(connecting.every(({ slices }) => (slices[0]?.segments.length ?? 0) > 1)).toBe(true)
    const stopping = (await search('DXB', 'AMS', { connections: 0 })).data.offers
    expect(stopping.length).toBeGreaterThan(0)
    expect(stopping.every(({ slices }) => slices[0]?.segments.length === 1)).toBe(true)
    await expect(search('STN', 'LHR')).rejects.toMatchObject({ status: 504 })
  })

  test('a pinned fare is the cheapest, and released fares are the simulation’s again', async () => {
    const { control, search } = await startDuffel()
    const cheapest = async () => (await search('BOS', 'MCO')).data.offers[0]?.total_amount
    const simulated = await cheapest()
    const fare = { origin: 'BOS', destination: 'MCO', departDate: MARCH, priceCents: 12_345 }

    expect((await control('PUT', '/fares', fare)).status).toBe(200)
    expect(await cheapest()).toBe('123.45')
    expect((await control('DELETE', '/fares')).status).toBe(204)
    expect(await cheapest()).toBe(simulated)
  })

  test.for([
    ['an unknown airport', 'BOS', 'QQX', '/slices/0/destination'],
    ['an unknown home', 'QQX', 'MCO', '/slices/0/origin'],
  ] as const)('a search for %s is refused, with a pointer to the field', async ([, from, to, pointer]) => {
    const { search } = await startDuffel()

    await expect(search(from, to)).rejects.toMatchObject({
      status: 422,
      errors: [{ type: 'validation_error', source: { pointer } }],
    })
  })

  test('searches that were taken are listed, and refused ones are not', async () => {
    const { control, search } = await startDuffel()
    await search('BOS', 'MCO', { back: BACK })
    await search('BOS', 'QQX').catch(() => {})

    const listed: unknown = await (await control('GET', '/flight-searches')).json()

    expect(listed).toMatchObject([
      { origin: 'BOS', destination: 'MCO', departDate: MARCH, returnDate: BACK, maxConnections: 1 },
    ])
  })

  test('another token, another version and an unknown field are refused as the provider refuses them', async () => {
    const { url } = await startDuffel()
    const ask = (headers: Record<string, string>, body: unknown = {}) =>
      fetch(`${url}/air/offer_requests`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'duffel-version': 'v2',
          authorization: `Bearer ${TOKEN}`,
          ...headers,
        },
        body: JSON.stringify(body),
      })

    expect((await ask({ authorization: 'Bearer other' })).status).toBe(401)
    expect((await ask({ 'duffel-version': 'v1' })).status).toBe(400)
    expect((await ask({}, { data: { slices: [], markup: 1 } })).status).toBe(422)
  })

  test('a rate limit is refused in the words of the provider', async () => {
    const { control, search } = await startDuffel()
    await control('POST', '/faults', { provider: 'duffel', kind: 'rate-limited', count: 1 })

    await expect(search('BOS', 'MCO')).rejects.toMatchObject({
      status: 429,
      errors: [{ type: 'rate_limit_error', code: 'rate_limit_exceeded' }],
    })
    expect((await search('BOS', 'MCO')).data.offers.length).toBeGreaterThan(0)
  })

  test('a place is suggested by its code and by its name', async () => {
    const { client } = await startDuffel()

    expect((await client.suggestions.list({ query: 'nyc' })).data[0]).toMatchObject({ type: 'city' })
    expect(
      (await client.suggestions.list({ query: 'Orlando' })).data.map((place) => place.iata_code),
    ).toContain('MCO')
  })

  test('an airline’s logo is an SVG, and some airlines have none', async () => {
    const { url } = await startDuffel()
    const path = '/img/airlines/for-light-background/full-color-logo'

    const drawn = await fetch(`${url}${path}/BA.svg`)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect((await fetch(`${url}${path}/TK.svg`)).status).toBe(404)
  })
})
