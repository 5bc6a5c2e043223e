import { pollList, sendReport, systemReport } from '@walkon/contracts/http/system'
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** What an operator reads of the running product. Each service answers for itself. */

const REFRESH_MS = 30_000
/** The next reading is the next try. */
const LIVE = { refetchInterval: REFRESH_MS, retry: false } as const

export const SERVICE_WORDS: Record<ServiceName, string> = {
  identity: 'Accounts',
  'park-data': 'Park feed',
  'alert-evaluator': 'Alerts',
  billing: 'Orders and payments',
  notifier: 'Messages',
  rankings: 'Rankings',
  flights: 'Flights',
  planner: 'Planner',
}

const pathOf = (service: ServiceName) => SERVICES[service].address.slice('/api'.length)

const reportQuery = (caller: Caller, service: ServiceName) =>
  queryOptions({
    queryKey: ['system', caller.key, service],
    queryFn: ({ signal }) => request(systemReport, `${pathOf(service)}/system`, { caller, signal }),
    ...LIVE,
  })

export const reportQueries = (caller: Caller) => SERVICE_NAMES.map((service) => reportQuery(caller, service))

export const pollsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['polls', caller.key],
    queryFn: ({ signal }) => request(pollList, `${pathOf('park-data')}/system/polls`, { caller, signal }),
    ...LIVE,
  })

/** `day` begins at midnight of this computer's clock. */
export const sendsQuery = (caller: Caller, midnight: Date) =>
  queryOptions({
    queryKey: ['sends', caller.key, midnight.toISOString()],
    queryFn: ({ signal }) =>
      request(
        sendReport,
        `${pathOf('notifier')}/system/sends?${new URLSearchParams({ from: midnight.toISOString() })}`,
        { caller, signal },
      ),
    ...LIVE,
  })
