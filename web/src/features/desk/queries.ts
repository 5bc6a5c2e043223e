import {
  foundVisitors,
  visitorData,
  type FoundVisitor,
  type ReadVisitor,
  type Sought,
} from '@walkon/contracts/http/desk'
import { rideHistory } from '@walkon/contracts/http/parks'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'
import { toVisitor, type ServiceData, type Visitor } from './visitor.ts'

/** The services that know visitors; the browser joins what they answer. */
const DESKS = {
  identity: '/identity',
  billing: '/billing',
  alerts: '/alerts',
  notifications: '/notifications',
} as const
export type Desk = keyof typeof DESKS
const DESK_NAMES = Object.keys(DESKS) as Desk[]

/** Whom any of the services knows by this, each address once, with its account where one of them knows it. */
export async function findVisitors(caller: Caller, sought: Sought): Promise<FoundVisitor[]> {
  const answers = await Promise.all(
    DESK_NAMES.map((desk) =>
      request(foundVisitors, `${DESKS[desk]}/visitors/find`, { method: 'POST', body: sought, caller }),
    ),
  )
  const byEmail = Map.groupBy(answers.flat(), ({ email }) => email)
  return [...byEmail].map(([email, found]) => ({
    email,
    userId: found.find(({ userId }) => userId !== null)?.userId ?? null,
  }))
}

/** A visitor whom a link of the desk names: an account that was found by another service is looked up by the address. */
async function withAccount(caller: Caller, { email, userId }: FoundVisitor): Promise<FoundVisitor> {
  if (userId !== null) return { email, userId }
  const [account] = await request(foundVisitors, `${DESKS.identity}/visitors/find`, {
    method: 'POST',
    body: { kind: 'email', text: email },
    caller,
  })
  return account ?? { email, userId: null }
}

/** What each service keeps of a visitor. A service that does not answer is named, and the others are shown. */
async function readVisitor(
  caller: Caller,
  found: FoundVisitor,
  showsNumbers: boolean,
): Promise<{ visitor: Visitor; missing: Desk[] }> {
  const whole = await withAccount(caller, found)
  const body: ReadVisitor = { ...whole, showsNumbers }
  const answers = await Promise.allSettled(
    DESK_NAMES.map((desk) =>
      request(visitorData, `${DESKS[desk]}/visitors/read`, { method: 'POST', body, caller }),
    ),
  )
  const refused = answers.find((answer) => answer.status === 'rejected')
  if (refused && answers.every(({ status }) => status === 'rejected')) throw refused.reason
  const dataOf = (desk: Desk): ServiceData => {
    const answer = answers[DESK_NAMES.indexOf(desk)]
    return answer?.status === 'fulfilled' ? answer.value : {}
  }
  return {
    visitor: toVisitor(whole, {
      identity: dataOf('identity'),
      billing: dataOf('billing'),
      alerts: dataOf('alerts'),
      notifications: dataOf('notifications'),
    }),
    missing: DESK_NAMES.filter((_, index) => answers[index]?.status === 'rejected'),
  }
}

export const visitorQuery = (caller: Caller, found: FoundVisitor, showsNumbers: boolean) =>
  queryOptions({
    queryKey: ['desk', caller.key, found.email, showsNumbers],
    queryFn: () => readVisitor(caller, found, showsNumbers),
    // Each reading is an entry of the audit trail: none happens by itself.
    staleTime: Infinity,
    retry: false,
  })

/** The posted waits of a ride on a day of its park. */
export const readHistory = (rideId: string, date: string) =>
  request(rideHistory, `/parks/attractions/${rideId}/history?date=${date}`)
