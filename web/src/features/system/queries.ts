import { deadLetters, letterOutcome, type DeadLetter } from '@walkon/contracts/http/dead-letters'
import { pollList, sendReport, soldDays, systemReport } from '@walkon/contracts/http/system'
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** An operator's view of the running product. Each service answers for itself. */

const REFRESH_MS = 30_000
/** The next reading is the next try. */
const LIVE = { refetchInterval: REFRESH_MS, retry: false } as const

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

export const soldDaysQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['sold-days', caller.key],
    queryFn: ({ signal }) => request(soldDays, `${pathOf('billing')}/system/sold-days`, { caller, signal }),
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

export type ServiceLetter = DeadLetter & { service: ServiceName }

/** The dead letters of all services. A service that does not answer is named, and the others are listed. */
export const deadLettersQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['dead-letters', caller.key],
    queryFn: async ({ signal }) => {
      const missing: ServiceName[] = []
      const lists = await Promise.all(
        SERVICE_NAMES.map(async (service): Promise<ServiceLetter[]> => {
          try {
            const { letters } = await request(deadLetters, `${pathOf(service)}/dead-letters`, {
              caller,
              signal,
            })
            return letters.map((letter) => ({ ...letter, service }))
          } catch (error) {
            if (signal.aborted) throw error
            missing.push(service)
            return []
          }
        }),
      )
      return { letters: lists.flat().toSorted(byAge), missing }
    },
    retry: false,
  })

const byAge = (one: ServiceLetter, other: ServiceLetter) =>
  Date.parse(other.occurredAt ?? '') - Date.parse(one.occurredAt ?? '') || 0

export const replayLetter = (
  caller: Caller,
  { service, id }: ServiceLetter,
  act: { isDryRun: boolean; reason: string },
) =>
  request(letterOutcome, `${pathOf(service)}/dead-letters/replay`, {
    method: 'POST',
    body: { id, ...act },
    caller,
  })
