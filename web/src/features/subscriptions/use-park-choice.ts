import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { toChoice, watchedRides } from './edits.ts'
import { saveSubscription, subscriptionsQuery } from './queries.ts'
import { readRideDraft, toRideDraft, withRideDraft, writeRideDraft } from './ride-draft.ts'

export type ParkChoice = ReturnType<typeof useParkChoice>

type ParkChoiceOptions = {
  caller: Caller
  email: string
  parkId: string
  /** The park's rides, none chosen; undefined while they load. */
  rides: SubscriptionView | undefined
  /** The server's state of the park; undefined without a pass or plan. */
  subscription: SubscriptionView | undefined
}

/**
 * The rides of one park. Each change is saved at once: by the server if the park has a subscription, by the browser until then. The order
 * carries the shown choice; the browser's copy decides nothing afterwards.
 */
export function useParkChoice({ caller, email, parkId, rides, subscription }: ParkChoiceOptions) {
  const [draft, setDraft] = useState(() => readRideDraft(email, parkId))
  // The server would watch all rides of an active park without any: such a choice is not sent.
  const [cleared, setCleared] = useState<SubscriptionView>()
  const saving = useSaving(caller)

  function keep(next: typeof draft): void {
    setDraft(next)
    writeRideDraft(email, parkId, next)
  }

  function edit(next: SubscriptionView): void {
    const isEmpty = next.watches.every(({ active }) => !active)
    keep(toRideDraft(next))
    setCleared(subscription && isEmpty ? next : undefined)
    if (subscription && !isEmpty) saving.save(next)
  }

  const shown = cleared ?? subscription ?? (rides && withRideDraft(rides, draft))
  return {
    /** The park with its rides as they are chosen; undefined while they load. */
    shown,
    chosenCount: watchedRides(shown?.watches ?? []).length,
    /** Nothing is chosen, and the server still watches the choice before. */
    isClearedOnly: cleared !== undefined,
    isSaving: saving.isSaving,
    hasFailed: saving.hasFailed,
    edit,
  }
}

/** Saves choices of rides one after another; of those that wait, the newest alone. */
function useSaving(caller: Caller) {
  const queryClient = useQueryClient()
  const { queryKey } = subscriptionsQuery(caller)
  const newest = useRef<SubscriptionView>(undefined)

  function show(view: SubscriptionView): void {
    queryClient.setQueryData(queryKey, (list) => list?.map((each) => (each.id === view.id ? view : each)))
  }

  const mutation = useMutation({
    scope: { id: `rides ${caller.key}` },
    mutationFn: async (next: SubscriptionView) =>
      newest.current === next
        ? saveSubscription(caller, next.id, { watches: next.watches.map(toChoice) })
        : null,
    onSuccess: (kept, next) => {
      if (kept && newest.current === next) show(kept)
    },
    onError: (_error, next) => {
      // The server's state takes its place again.
      if (newest.current === next) void queryClient.invalidateQueries({ queryKey })
    },
  })

  return {
    isSaving: mutation.isPending,
    hasFailed: mutation.isError,
    save(next: SubscriptionView): void {
      newest.current = next
      void queryClient.cancelQueries({ queryKey })
      show(next)
      mutation.mutate(next)
    },
  }
}
