import {
  queuedAnswer,
  textWay,
  wayList,
  type TextWay,
  type Way,
  type WayList,
} from '@walkon/contracts/http/ways'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { askedAgain, pauseAfterFailure } from '../../lib/after-failure.ts'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks notifier about where the caller's alerts go. */

/** While the page waits for something to happen elsewhere: a test on its way, a YES on a phone. */
const TEST_POLL_MS = 2_000
const ANSWER_POLL_MS = 15_000
/** On the page that asks for the YES, which is open for a minute or two. */
const QUESTION_POLL_MS = 3_000

export const waysQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['ways', caller.key],
    enabled: !caller.opensOnePark,
    queryFn: ({ signal }) => request(wayList, '/notifications/ways', { caller, signal }),
    refetchInterval: (query) => askedAgain(query) || (query.state.data ? pollMs(query.state.data) : false),
  })

/** The state of an order's number: YES or not. It is asked at once after the order, so the question may not be known yet. */
export const textWayQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['text-way', caller.key],
    queryFn: async ({ signal }): Promise<TextWay | null> =>
      (await request(textWay, '/notifications/ways/text', { caller, signal })).way,
    refetchInterval: ({ state }) => {
      if (state.error) return pauseAfterFailure(state)
      return state.data?.state === 'confirmed' ? false : QUESTION_POLL_MS
    },
  })

/** After how long the list is asked again; false while nothing is waited for. */
export function pollMs({ email, numbers }: WayList): number | false {
  const ways: Way[] = [email, ...numbers]
  if (ways.some(({ lastTest }) => lastTest && isUnderWay(lastTest))) return TEST_POLL_MS
  return numbers.some(({ state }) => state === 'waiting-for-yes') ? ANSWER_POLL_MS : false
}

const UNDER_WAY: ReadonlySet<string> = new Set(['queued', 'sending', 'unknown'])
/** Not every provider says that a message was delivered. */
const WORTH_WAITING_MS = 120_000

const isUnderWay = ({ state, requestedAt }: NonNullable<Way['lastTest']>) =>
  UNDER_WAY.has(state) || (state === 'accepted' && Date.now() - Date.parse(requestedAt) < WORTH_WAITING_MS)

export type WayCall = 'test-email' | 'test-sms' | 'resume' | 'link' | 'question'

/** A visitor's act on a way. The list is asked again when it is done, or refused. */
export function useWayAction<Call extends WayCall>(caller: Caller) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (call: Call) => send(caller, call),
    onSettled: () => queryClient.invalidateQueries({ queryKey: waysQuery(caller).queryKey }),
  })
}

function send(caller: Caller, call: WayCall): Promise<unknown> {
  const post = (path: string, body?: unknown) =>
    request(queuedAnswer, `/notifications/${path}`, { method: 'POST', caller, ...(body ? { body } : {}) })
  switch (call) {
    case 'test-email':
      return post('test-alerts', { channel: 'email' })
    case 'test-sms':
      return post('test-alerts', { channel: 'sms' })
    case 'link':
      return post('ways/email/link')
    case 'question':
      return post('ways/sms/question')
    case 'resume':
      return request(unknown(), '/notifications/ways/email/resume', { method: 'POST', caller })
    default:
      return call satisfies never
  }
}
