import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { readTabValue, removeTabValue, writeTabValue } from '../../lib/tab-store.ts'
import type { SubscriptionEdit } from './edits.ts'
import { parseEdits } from './kept-edits.ts'

/** By the id of the subscription. */
export type Edits = Record<string, SubscriptionEdit | undefined>

const KEPT = 'walkon-unsaved-rides'

/**
 * The caller's unsaved changes. They outlive a look at another page and a reload of the tab, and a save that ends meanwhile still settles
 * them. Those of another visitor name subscriptions that this one does not have.
 */
export function useKeptEdits(caller: Caller) {
  const queryClient = useQueryClient()
  const queryKey = ['subscription-edits', caller.key]
  const [edits, setShown] = useState(
    () => queryClient.getQueryData<Edits>(queryKey) ?? parseEdits(readTabValue(KEPT)),
  )

  function setEdits(change: (before: Edits) => Edits): void {
    queryClient.setQueryDefaults(queryKey, { gcTime: Infinity })
    const after = queryClient.setQueryData<Edits>(queryKey, (before = edits) => change(before)) ?? {}
    const isEmpty = Object.values(after).every((edit) => edit === undefined)
    if (isEmpty) removeTabValue(KEPT)
    else writeTabValue(KEPT, JSON.stringify(after))
    setShown(after)
  }

  return { edits, setEdits }
}
