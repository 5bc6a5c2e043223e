import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { changesOf, isEdited } from './edits.ts'
import { saveSubscription, subscriptionsQuery } from './queries.ts'

export type SubscriptionEdits = ReturnType<typeof useSubscriptionEdits>

/** The caller's subscriptions, and what has been changed of them but not saved. Those that have ended are hidden. */
export function useSubscriptionEdits(caller: Caller) {
  const queryClient = useQueryClient()
  const query = useQuery(subscriptionsQuery(caller))
  const [edits, setEdits] = useState<Record<string, SubscriptionView>>({})

  const saved = query.data?.filter(({ state }) => state !== 'ended')
  const shown = saved?.map((subscription) => edits[subscription.id] ?? subscription)
  const changed = saved?.filter((subscription) =>
    isEdited(subscription, edits[subscription.id] ?? subscription),
  )

  const save = useMutation({
    mutationFn: async (subscriptions: SubscriptionView[]) => {
      const kept: SubscriptionView[] = []
      for (const before of subscriptions) {
        const sent = edits[before.id] ?? before
        const after = await saveSubscription(caller, before.id, changesOf(before, sent))
        keep(after, sent)
        kept.push(after)
      }
      return kept
    },
  })

  /**
   * A park that was saved shows what the server keeps of it, also when the next one cannot be saved. What was changed while it was being
   * saved is still to be saved.
   */
  function keep(after: SubscriptionView, sent: SubscriptionView): void {
    queryClient.setQueryData(subscriptionsQuery(caller).queryKey, (list) =>
      list?.map((subscription) => (subscription.id === after.id ? after : subscription)),
    )
    setEdits((before) => {
      const { [after.id]: edit, ...rest } = before
      return edit === sent ? rest : before
    })
  }

  return {
    query,
    subscriptions: shown,
    hasChanges: (changed?.length ?? 0) > 0,
    edit: (subscription: SubscriptionView) => {
      if (!save.isPending) save.reset()
      setEdits((before) => ({ ...before, [subscription.id]: subscription }))
    },
    save: () => {
      if (!save.isPending && changed && changed.length > 0) save.mutate(changed)
    },
    isSaving: save.isPending,
    saveError: save.error,
    /** What the last save came to; undefined once something is changed after it. */
    lastSaved: save.data,
  }
}
