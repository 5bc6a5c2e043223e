import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { SubscriptionEdit } from './edits.ts'

/** By the id of the subscription. */
export type Edits = Record<string, SubscriptionEdit | undefined>

/** What the caller has changed and not saved. It outlives a look at another page, and a save that ends meanwhile still settles it. */
export function useKeptEdits(caller: Caller) {
  const queryClient = useQueryClient()
  const queryKey = ['subscription-edits', caller.key]
  const [edits, setShown] = useState(() => queryClient.getQueryData<Edits>(queryKey) ?? {})

  function setEdits(change: (before: Edits) => Edits): void {
    queryClient.setQueryDefaults(queryKey, { gcTime: Infinity })
    const after = queryClient.setQueryData<Edits>(queryKey, (before = {}) => change(before))
    setShown(after ?? {})
  }

  return { edits, setEdits }
}
