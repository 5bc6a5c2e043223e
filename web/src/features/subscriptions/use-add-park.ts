import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Caller } from '../../lib/api.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { addPark, subscriptionsQuery } from './queries.ts'

/** Adds a park to the caller's plan, once at a time. */
export function useAddPark(caller: Caller, onAdded: () => void) {
  const queryClient = useQueryClient()
  const say = useToast()
  const isUnderWay = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (choice: SubscriptionView) => addPark(caller, choice),
    onSuccess(added) {
      queryClient.setQueryData(subscriptionsQuery(caller).queryKey, (before = []) => [
        added,
        ...before.filter(({ id }) => id !== added.id),
      ])
      say({ title: 'Park added', text: `We’re watching your rides at ${added.parkName}.` })
      onAdded()
    },
    onSettled: () => void (isUnderWay.current = false),
  })
  return {
    isBusy: isPending,
    problem: error ? problemText(error) : null,
    add(choice: SubscriptionView) {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(choice)
    },
  }
}
