import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { changesOf, editOf, isEdited, withEdit, type SubscriptionEdit } from './edits.ts'
import { askedUntil, saveSubscription, subscriptionsQuery } from './queries.ts'
import { useKeptEdits, type Edits } from './use-kept-edits.ts'

export type SubscriptionEdits = ReturnType<typeof useSubscriptionEdits>

/** The caller's subscriptions, and their unsaved changes. Ended ones are hidden. */
export function useSubscriptionEdits(caller: Caller) {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...subscriptionsQuery(caller),
    refetchInterval: askedUntil((list) => list.some(isRunning)),
  })
  const { edits, setEdits } = useKeptEdits(caller)

  const saved = query.data?.filter(isRunning)
  const shown = saved?.map((subscription) => {
    const edited = withEdit(subscription, edits[subscription.id])
    // That all rides were enabled is said of the saved state.
    return isEdited(subscription, edited) ? { ...edited, allRidesEnabled: false } : edited
  })
  const hasChanges = saved?.some((subscription) =>
    isEdited(subscription, withEdit(subscription, edits[subscription.id])),
  )

  /** Changes made here apply to the newest state: another device may have changed other rides since the page was opened. */
  const save = useMutation({
    mutationFn: async (sent: Edits) => {
      const newest = await queryClient.fetchQuery(subscriptionsQuery(caller))
      const kept: SubscriptionView[] = []
      for (const before of newest) {
        const change = changesOf(before, withEdit(before, sent[before.id]))
        const isChanged = Object.keys(change).length > 0
        const after = isChanged ? await saveSubscription(caller, before.id, change) : before
        keep(after, sent[before.id])
        if (isChanged) kept.push(after)
      }
      return kept
    },
  })

  /**
   * Shows the server's state of a saved park, also when the next one cannot be saved. Changes made during the save are still to be saved.
   */
  function keep(after: SubscriptionView, sent: SubscriptionEdit | undefined): void {
    queryClient.setQueryData(subscriptionsQuery(caller).queryKey, (list) =>
      list?.map((subscription) => (subscription.id === after.id ? after : subscription)),
    )
    setEdits((before) => (before[after.id] === sent ? { ...before, [after.id]: undefined } : before))
  }

  return {
    query,
    subscriptions: shown,
    hasChanges: hasChanges === true,
    edit(subscription: SubscriptionView): void {
      const before = saved?.find(({ id }) => id === subscription.id)
      if (!before) return
      if (!save.isPending) save.reset()
      const kept = save.isPending ? [before, withEdit(before, save.variables[before.id])] : [before]
      setEdits((all) => ({ ...all, [subscription.id]: editOf(kept, subscription) }))
    },
    save(): void {
      if (!save.isPending && hasChanges) save.mutate(edits)
    },
    isSaving: save.isPending,
    saveError: save.error,
    /** The result of the last save; undefined once something is changed after it. */
    lastSaved: save.data,
  }
}

const isRunning = ({ state }: SubscriptionView) => state !== 'ended'
