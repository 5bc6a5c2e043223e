import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { addPark, saveSubscription, subscriptionsQuery } from './queries.ts'

/** Stops or starts the alerts of a park, and adds one to the plan. Each answers what the server keeps, and throws where it refuses. */
export function useParkSwitch(caller: Caller) {
  const queryClient = useQueryClient()
  const { queryKey } = subscriptionsQuery(caller)

  async function keep(asked: Promise<SubscriptionView>): Promise<SubscriptionView> {
    const kept = await asked
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (before = []) => [kept, ...before.filter(({ id }) => id !== kept.id)])
    return kept
  }

  return {
    setActive: ({ id }: SubscriptionView, active: boolean) => keep(saveSubscription(caller, id, { active })),
    addPark: (choice: SubscriptionView) => keep(addPark(caller, choice)),
    /** Asks the server what it keeps now. */
    recheck: () => queryClient.invalidateQueries({ queryKey }),
  }
}
