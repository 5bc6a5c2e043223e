import { createGateway } from '@walkon/gateway/app'
import { gatewaySettings } from '@walkon/gateway/config'
import { buildUnconnected, SAMPLE_ENVIRONMENTS } from '@walkon/local/unconnected-services'
import { LAKE } from '@walkon/park-data/testing/sample-feed'
import { createParkDatabase, createWorld } from '@walkon/park-data/testing/world'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClients } from './support/generated-clients.ts'

/** What the author of a client writes; it compiles only while the documents describe every answer. */
const PROGRAM = `
import { listDestinations, readPark } from './park-data/index.js'
import { readPrices } from './billing/index.js'

export async function readDestinations(gateway: string): Promise<{ id: string; parks: string[] }[]> {
  const { data } = await listDestinations({ baseUrl: gateway + '/api/parks', throwOnError: true })
  return data.map(({ id, parks }) => ({ id, parks: parks.map(({ name }) => name) }))
}

export async function readUnknownPark(gateway: string): Promise<string | undefined> {
  const path = { parkId: 'f0000000-0000-4000-8000-000000000000' }
  const { error } = await readPark({ baseUrl: gateway + '/api/parks', path })
  return error?.code
}

export async function readDayPrice(gateway: string): Promise<number> {
  const { data } = await readPrices({ baseUrl: gateway + '/api/billing', throwOnError: true })
  return data.emailDayCents
}
`

type Program = {
  readDestinations(gateway: string): Promise<{ id: string; parks: string[] }[]>
  readUnknownPark(gateway: string): Promise<string | undefined>
  readDayPrice(gateway: string): Promise<number>
}

const database = await createParkDatabase()
afterAll(database.drop)
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

let clients: Awaited<ReturnType<typeof generateClients>>
let program: Program
let gateway: string

async function listen(app: FastifyInstance): Promise<string> {
  closing.push(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

beforeAll(async () => {
  clients = await generateClients(['park-data', 'billing'])
  closing.push(() => clients.remove())
  program = await clients.load<Program>(PROGRAM)
  const world = await createWorld(database)
  closing.push(() => world.close())
  const settings = gatewaySettings.parse({
    ...SAMPLE_ENVIRONMENTS.gateway,
    PARK_DATA_URL: await world.app.listen({ host: '127.0.0.1', port: 0 }),
    BILLING_URL: await listen(buildUnconnected('billing').app),
  })
  const log = createLog({ service: 'gateway', level: 'silent' })
  gateway = await listen(createGateway({ settings, log, metrics: createMetrics('gateway') }))
})

test('a client that is generated from the document of park-data reads the directory through the gateway', async () => {
  expect(await program.readDestinations(gateway)).toMatchObject([
    { id: LAKE, parks: ['North Park', 'South Park'] },
  ])
})

test('a client that is generated from the document of park-data knows the code of a refusal', async () => {
  expect(await program.readUnknownPark(gateway)).toBe('park-not-found')
})

test('a client that is generated from the document of billing reads the price of a day through the gateway', async () => {
  expect(await program.readDayPrice(gateway)).toBe(100)
})

test('a program that takes an amount for a text does not compile', async () => {
  const mistaken = PROGRAM.replace('Promise<number>', 'Promise<string>')

  await expect(clients.load(mistaken)).rejects.toThrow("Type 'number' is not assignable to type 'string'")
})
