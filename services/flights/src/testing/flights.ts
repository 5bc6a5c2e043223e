import { createSandbox } from '@walkon/sandbox/app'
import type { Environment } from '@walkon/service/config'
import { createTestService } from '@walkon/testing/service'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flights } from '../app.ts'

/** Noon in Boston, four months before the trip of the tests. */
export const NOON = new Date('2026-11-25T17:00:00Z')
export const DEPARTURE = '2027-03-01'
export const RETURN = '2027-03-08'

const ACCESS_TOKEN = 'duffel_test_sandbox'

export type SearchTaken = {
  origin: string
  destination: string
  departDate: string
  returnDate: string | null
}

/** A stand-in for Duffel on a free port, whose clock a test sets. */
export async function startTestDuffel(clock = { now: NOON }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'flights-'))
  const sandbox = createSandbox({
    dataDir,
    seed: 'flights',
    now: () => clock.now,
    host: '127.0.0.1',
    port: 0,
    postmarkServerToken: 'none',
    duffelAccessToken: ACCESS_TOKEN,
    slowMs: 400,
  })
  const url = `http://127.0.0.1:${await sandbox.start()}`
  const control = (method: string, path: string, body?: object) =>
    fetch(`${url}/sandbox${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  return {
    url,
    clock,
    env: {
      DUFFEL_API_URL: url,
      DUFFEL_ACCESS_TOKEN: ACCESS_TOKEN,
      AIRLINE_LOGOS_URL: `${url}/img/airlines/for-light-background/full-color-logo`,
    },
    /** The cheapest fare of a route on the day of departure, for all searches from now on. */
    pinFare: async (priceCents: number, destination = 'MCO', origin = 'BOS', departDate = DEPARTURE) => {
      await control('PUT', '/fares', { origin, destination, departDate, priceCents })
    },
    fail: async (kind: string, count?: number) => {
      await control('POST', '/faults', { provider: 'duffel', kind, ...(count && { count }) })
    },
    recover: () => control('DELETE', '/faults'),
    /** The searches that the provider took, and bills. */
    searches: async () => (await (await control('GET', '/flight-searches')).json()) as SearchTaken[],
    stop: async () => {
      await sandbox.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestFlights = Awaited<ReturnType<typeof createTestFlights>>

/** The service with a stand-in of its provider, on one clock. */
export async function createTestFlights(env: Environment = {}) {
  const duffel = await startTestDuffel()
  const service = await createTestService(flights, {
    env: { ...duffel.env, ...env },
    now: () => duffel.clock.now,
  })
  return {
    ...service,
    duffel,
    clock: duffel.clock,
    /** Moves the clock of both. */
    later: (hours: number) => {
      duffel.clock.now = new Date(duffel.clock.now.getTime() + hours * 3_600_000)
    },
    close: async () => {
      await service.close()
      await duffel.stop()
    },
  }
}
