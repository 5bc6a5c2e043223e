import { planTexts, type PlanTexts } from '@walkon/contracts/http/plan-texts'
import { queuedAnswer } from '@walkon/contracts/http/ways'
import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks notifier about the texts of a plan. */

const PATH = '/notifications/plan-texts'
/** While the page waits for a YES on a phone, or for notifier to hear of a plan that has just begun. */
const ANSWER_POLL_MS = 3_000
const START_POLL_MS = 2_000

export const planTextsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['plan-texts', caller.key],
    queryFn: ({ signal }) => request(planTexts, PATH, { caller, signal }),
    refetchInterval: ({ state }) => pollMs(state.data),
  })

function pollMs(texts: PlanTexts | undefined): number | false {
  if (!texts?.isOffered) return false
  if (!texts.isCovered) return START_POLL_MS
  return texts.number?.state === 'waiting-for-yes' ? ANSWER_POLL_MS : false
}

/** Identity, which lists the numbers of the account, hears of a change by an event, after notifier has answered. */
const NUMBERS_AGAIN_MS = [0, 1_000, 3_000, 8_000]

/** Asks for the numbers of the account again, a few times, when the number of the plan has changed or was answered for. */
export function useNumbersAgain(caller: Caller, texts: PlanTexts | undefined): void {
  const queryClient = useQueryClient()
  const known = texts && `${texts.number?.number}: ${texts.number?.state}`
  const before = useRef(known)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== known
    before.current = known
    if (!hasChanged) return undefined
    const ask = () => void queryClient.invalidateQueries({ queryKey: ['numbers', caller.key] })
    const timers = NUMBERS_AGAIN_MS.map((ms) => setTimeout(ask, ms))
    return () => timers.forEach(clearTimeout)
  }, [known, caller.key, queryClient])
}

/** The visitor's calls about the texts of the plan. Each rejects if the server refuses. */
export function usePlanTextCalls(caller: Caller) {
  const queryClient = useQueryClient()
  const { queryKey } = planTextsQuery(caller)
  /** The list of where alerts go names the number too. */
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['ways', caller.key] })
  return {
    async choose(phone: string): Promise<void> {
      const body = { phone, consentVersion: SMS_CONSENT.version }
      const texts = await request(planTexts, PATH, { method: 'PUT', caller, body })
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, texts)
      void readAgain()
    },
    async remove(): Promise<void> {
      await request(unknown(), PATH, { method: 'DELETE', caller })
      await queryClient.invalidateQueries({ queryKey })
      void readAgain()
    },
    askAgain: () => request(queuedAnswer, '/notifications/ways/sms/question', { method: 'POST', caller }),
  }
}
