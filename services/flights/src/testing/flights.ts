import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { FlightAlert, NewFlightAlert } from '@walkon/contracts/http/flights'
import { startServiceSandbox } from '@walkon/sandbox/testing/service-sandbox'
import type { Environment } from '@walkon/service/config'
import { createTestService, type TestService } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
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
  const { url, control, stop } = await startServiceSandbox('flights', clock, {
    duffelAccessToken: ACCESS_TOKEN,
    slowMs: 400,
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
    searches: async () => (await control('GET', '/flight-searches')) as SearchTaken[],
    stop,
  }
}

export const AN_ALERT: NewFlightAlert = {
  homeAirport: 'BOS',
  destinationPark: 'disney-world',
  airport: 'MCO',
  email: 'ada@example.com',
  maxPrice: 300,
  departureDate: DEPARTURE,
}

export type Sender = { headers?: Record<string, string>; remoteAddress?: string }

let visitors = 0
let networks = 0
export const anAddress = () => `visitor-${(visitors += 1)}@example.com`

export const tokenIn = (path: string): string => new URLSearchParams(path.split('?')[1]).get('token') ?? ''

export type TestFlights = Awaited<ReturnType<typeof createTestFlights>>

/** The service with a stand-in of its provider, on one clock. */
export async function createTestFlights(env: Environment = {}) {
  const duffel = await startTestDuffel()
  const service = await createTestService(flights, {
    env: { ...duffel.env, DUFFEL_SEARCHES_PER_MINUTE: '3000', ...env },
    now: () => duffel.clock.now,
  })
  return {
    ...service,
    ...createVisitor(service),
    /** An account that has proved its address, with the headers of its requests. */
    anAccount: (email = anAddress()) => {
      const userId = randomUUID()
      return { userId, email, headers: service.accounts.headersFor({ userId, email }) }
    },
    check: () => service.runJob('check-trips'),
    duffel,
    clock: duffel.clock,
    /** The pause that the provider asked for is over. */
    endPause: () => service.db.execute(sql`update shared_rates set paused_until = null`),
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

/** The requests that a visitor makes from the page and from mails. */
function createVisitor({ app, published }: Pick<TestService, 'app' | 'published'>) {
  /** Asks for an alert; `from` has the headers and the network of who asks. */
  async function setAlert(alert: Partial<NewFlightAlert> = {}, from: Sender = {}) {
    const response = await app.inject({
      method: 'POST',
      url: '/alerts',
      payload: { ...AN_ALERT, ...alert },
      remoteAddress: '10.9.9.9',
      ...from,
    })
    return { status: response.statusCode, body: response.json<{ status?: string; code?: string }>() }
  }

  /** The letters that were requested for an address, oldest first. */
  async function lettersTo(email: string) {
    const requests = await published(notificationRequested)
    return requests
      .filter(({ recipient }) => recipient.address === email)
      .map(({ notification, list }) => ({ ...notification, list }))
  }

  /** The token of the newest link that was mailed to an address to confirm an alert. */
  async function tokenOf(email: string): Promise<string> {
    const letter = (await lettersTo(email)).findLast(({ name }) => name === 'confirm-flight-alert')
    return letter?.action && 'path' in letter.action ? tokenIn(letter.action.path) : ''
  }

  const post = async (url: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url, payload })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }

  return {
    setAlert,
    lettersTo,
    tokenOf,
    describe: (token: string) => post('/alerts/link', { token }),
    confirm: (token: string) => post('/alerts/confirm', { token }),
    /** Sets an alert and follows its link; each asks from a network of its own. */
    watch: async (email: string, alert: Partial<NewFlightAlert> = {}, from: Sender = {}) => {
      await setAlert({ email, ...alert }, { remoteAddress: `10.8.${(networks += 1) % 250}.1`, ...from })
      await post('/alerts/confirm', { token: await tokenOf(email) })
    },
    /** The mails that a fare was worth, as their subjects. */
    dealsTold: async (email: string) =>
      (await lettersTo(email)).filter(({ name }) => name === 'flight-deal').map(({ subject }) => subject),
    listAlerts: async (headers: Record<string, string>) => {
      const response = await app.inject({ url: '/alerts', headers })
      return { status: response.statusCode, items: response.json<{ items?: FlightAlert[] }>().items ?? [] }
    },
    deleteAlert: async (alertId: string, headers: Record<string, string>) =>
      (await app.inject({ method: 'DELETE', url: `/alerts/${alertId}`, headers })).statusCode,
  }
}
