import type { ConfirmedActivation, LinkedActivation } from '@walkon/contracts/http/activations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { confirmationProblem } from '../../lib/confirmation-texts.ts'
import { confirmActivation, linkQuery } from './queries.ts'

type Problem = ReturnType<typeof confirmationProblem>

/** The state of a confirmation link's page. A problem with a `way` is final; another can be tried again. */
export type Confirmation =
  | { state: 'loading' }
  | { state: 'refused'; problem: Problem }
  | { state: 'unread'; problem: Problem; retry: () => void; isBusy: boolean }
  | { state: 'ready'; link: LinkedActivation; problem: Problem | null; confirm: () => void; isBusy: boolean }

/** Reads what the link is for, which changes nothing, and confirms it when the button is pressed, once. */
export function useConfirmation(
  token: string,
  onConfirmed: (activation: ConfirmedActivation) => void,
): Confirmation {
  const link = useQuery(linkQuery(token))
  const isUnderWay = useRef(false)
  const confirmation = useMutation({
    mutationFn: confirmActivation,
    onSuccess: onConfirmed,
    onSettled: () => {
      isUnderWay.current = false
    },
  })

  function confirm(): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    confirmation.mutate(token)
  }

  const error = confirmation.error ?? (link.data ? null : link.error)
  const problem = error && confirmationProblem(error)
  if (problem?.way) return { state: 'refused', problem }
  if (link.data) return { state: 'ready', link: link.data, problem, confirm, isBusy: confirmation.isPending }
  if (!problem) return { state: 'loading' }
  return { state: 'unread', problem, retry: () => void link.refetch(), isBusy: link.isFetching }
}
