import {
  foundVisitors,
  toNear,
  toSought,
  type FoundVisitor,
  type FoundVisitors,
  type ReadVisitor,
  type Sought,
} from '@walkon/contracts/http/desk'
import { rideHistory } from '@walkon/contracts/http/ride-history'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller, type Shape } from '../../lib/api.ts'
import type { Search } from './shown.ts'
import { toVisitor, VISITOR_DATA, type Desk, type Visitor } from './visitor.ts'

/** The services that know visitors, as their addresses name them; the browser joins what they answer. */
const DESKS = Object.keys(VISITOR_DATA) as Desk[]

/** The services that know visitors by more than the id of an account. */
const FINDERS = DESKS.filter((desk) => desk !== 'planner')

export type Found = {
  visitors: FoundVisitor[]
  /** True if no visitor matched exactly, and these have an address near the searched one. */
  areNear: boolean
}

/** Whom the services know by a typed line, else those with an address near it; null if the line names nothing. */
async function findVisitors(caller: Caller, { text, id: lookUpId }: Search): Promise<Found | null> {
  const [exact, near] = [toSought(text), toNear(text)]
  const visitors = exact ? await ask(caller, { ...exact, lookUpId }) : []
  if (visitors.length > 0 || !near) return exact && { visitors, areNear: false }
  return { visitors: await ask(caller, { ...near, lookUpId }), areNear: true }
}

export const searchQuery = (caller: Caller, search: Search) =>
  queryOptions({
    queryKey: ['desk-search', caller.key, search.id],
    queryFn: async ({ client }) => {
      const found = await findVisitors(caller, search)
      // A new look-up drops earlier readings of its visitors, which may be hours old.
      for (const { email } of found?.visitors ?? [])
        client.removeQueries({ queryKey: readingsOf(caller, email) })
      return found
    },
    // Each look-up is an entry of the audit trail: none happens by itself.
    staleTime: Infinity,
    retry: false,
  })

/** Whom any of the services knows by this, each address once, with its account where one of them knows it. */
async function ask(caller: Caller, body: Sought): Promise<FoundVisitor[]> {
  const answers = (await Promise.all(FINDERS.map((desk) => askOne(caller, desk, body)))).flat()
  const named = withAddress(answers)
  const unnamed = new Set(answers.flatMap(({ email, userId }) => (email === null && userId) || []))
  const accounts = [...unnamed.difference(new Set(named.map(({ userId }) => userId)))].map((text) =>
    askOne(caller, 'identity', { kind: 'id', text, ...(body.lookUpId && { lookUpId: body.lookUpId }) }),
  )
  const visitors = [...named, ...withAddress((await Promise.all(accounts)).flat())]
  const byEmail = Map.groupBy(visitors, ({ email }) => email)
  return [...byEmail].map(([email, found]) => ({
    email,
    userId: found.find(({ userId }) => userId !== null)?.userId ?? null,
  }))
}

const askOne = (caller: Caller, desk: Desk, body: Sought) =>
  request(foundVisitors, `/${desk}/visitors/find`, { method: 'POST', body, caller })

const withAddress = (found: FoundVisitors): FoundVisitor[] =>
  found.flatMap(({ email, userId }) => (email === null ? [] : [{ email, userId }]))

/** A visitor whom a link of the desk names: an account that was found by another service is looked up by the address. */
async function withAccount(
  caller: Caller,
  { email, userId }: FoundVisitor,
  lookUpId: string,
): Promise<FoundVisitor> {
  if (userId !== null) return { email, userId }
  const [account] = withAddress(await askOne(caller, 'identity', { kind: 'email', text: email, lookUpId }))
  return account ?? { email, userId: null }
}

/** Reads each service's data of a visitor. A service that does not answer is named, and the others are shown. */
async function readVisitor(caller: Caller, found: FoundVisitor, showsNumbers: boolean): Promise<Visitor> {
  const lookUpId = crypto.randomUUID()
  const whole = await withAccount(caller, found, lookUpId)
  const body: ReadVisitor = { ...whole, showsNumbers, lookUpId }
  const missing: { desk: Desk; error: unknown }[] = []
  const read = <T>(desk: Desk, shape: Shape<T>): Promise<T> =>
    request(shape, `/${desk}/visitors/read`, { method: 'POST', body, caller }).catch((error) => {
      missing.push({ desk, error })
      return shape.parse({})
    })
  const [identity, billing, alerts, notifications, planner] = await Promise.all([
    read('identity', VISITOR_DATA.identity),
    read('billing', VISITOR_DATA.billing),
    read('alerts', VISITOR_DATA.alerts),
    read('notifications', VISITOR_DATA.notifications),
    read('planner', VISITOR_DATA.planner),
  ])
  if (missing.length === DESKS.length) throw missing[0]?.error
  const desks = missing.map(({ desk }) => desk)
  return toVisitor(whole, { identity, billing, alerts, notifications, planner }, desks)
}

const readingsOf = (caller: Caller, email: string) => ['desk', caller.key, email]

export const visitorQuery = (caller: Caller, found: FoundVisitor, showsNumbers: boolean) =>
  queryOptions({
    queryKey: [...readingsOf(caller, found.email), showsNumbers],
    queryFn: () => readVisitor(caller, found, showsNumbers),
    // Each reading is an entry of the audit trail: none happens by itself.
    staleTime: Infinity,
    retry: false,
  })

/** The posted waits of a ride on a day of its park. */
export const readHistory = (rideId: string, date: string) =>
  request(rideHistory, `/parks/attractions/${rideId}/history?date=${date}`)

export const waitsOfDays = { queryKey: ['desk-history'] }

export const historyQuery = (rideId: string, date: string) =>
  queryOptions({
    queryKey: [...waitsOfDays.queryKey, rideId, date],
    queryFn: () => readHistory(rideId, date),
    staleTime: 60_000,
  })
