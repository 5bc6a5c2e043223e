import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { useToast } from '../../ui/toast.tsx'
import { addPark, subscriptionsQuery } from './queries.ts'

/** Adds a park to the caller's plan, once at a time. */
export function useAddPark(caller: Caller, onAdded: () => void) {
  const queryClient = useQueryClient()
  const say = useToast()
  return useAction(async (choice: SubscriptionView) => {
    const added = await addPark(caller, choice)
    queryClient.setQueryData(subscriptionsQuery(caller).queryKey, (before = []) => [
      added,
      ...before.filter(({ id }) => id !== added.id),
    ])
    say({ title: 'Park added', text: `We’re watching your rides at ${added.parkName}.` })
    onAdded()
  })
}
