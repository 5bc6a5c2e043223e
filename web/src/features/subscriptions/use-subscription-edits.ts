import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { hasNoRide, isEdited, withAllRides } from './edits.ts'
import { saveSubscription, subscriptionsQuery } from './queries.ts'

/** The caller's subscriptions, and what has been changed of them but not saved. Those that have ended are hidden. */
export function useSubscriptionEdits(caller: Caller) {
  const queryClient = useQueryClient()
  const query = useQuery(subscriptionsQuery(caller))
  const [edits, setEdits] = useState<Record<string, SubscriptionView>>({})
  const [notice, setNotice] = useState<string | null>(null)

  const saved = query.data?.filter(({ state }) => state !== 'ended')
  const shown = saved?.map((subscription) => edits[subscription.id] ?? subscription)
  const changed =
    saved?.filter((subscription) => isEdited(subscription, edits[subscription.id] ?? subscription)) ?? []

  const save = useMutation({
    mutationFn: async (pairs: [SubscriptionView, SubscriptionView][]) => {
      for (const [before, after] of pairs) await saveSubscription(caller, before, after)
    },
    // Also after a failure: some of it may have been saved.
    onSettled: () => queryClient.invalidateQueries(subscriptionsQuery(caller)),
  })

  const reviveRides = useEffectEvent((list: SubscriptionView[]) => {
    const asleep = list.filter((subscription) => subscription.state !== 'ended' && hasNoRide(subscription))
    if (asleep.length === 0 || save.isPending) return
    save.mutate(
      asleep.map((subscription) => [subscription, withAllRides(subscription, true)]),
      { onSuccess: () => setNotice('All rides enabled') },
    )
  })
  const isLoaded = query.isSuccess
  useEffect(() => {
    const list = queryClient.getQueryData(subscriptionsQuery(caller).queryKey)
    if (isLoaded && list) reviveRides(list)
  }, [isLoaded, queryClient, caller])

  return {
    query,
    subscriptions: shown,
    hasChanges: changed.length > 0,
    notice,
    edit: (subscription: SubscriptionView) => {
      setNotice(null)
      save.reset()
      setEdits((before) => ({ ...before, [subscription.id]: subscription }))
    },
    save: () => {
      if (save.isPending || changed.length === 0) return
      const pairs = changed.map((before): [SubscriptionView, SubscriptionView] => [
        before,
        edits[before.id] ?? before,
      ])
      save.mutate(pairs, {
        onSuccess: () => {
          setEdits({})
          setNotice('Changes saved')
        },
      })
    },
    isSaving: save.isPending,
    saveError: save.error,
  }
}
