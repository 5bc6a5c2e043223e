import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsHydrated } from '../../lib/hydration.tsx'
import { hasKeptOrder } from '../../lib/kept-order.ts'
import type { Draft } from './draft.ts'

/** No address entered yet is something else than one that was emptied. */
type Entries = Omit<Draft, 'email'> & { email: string | null; appliedCode: string | null }

const NOTHING: Entries = {
  channel: 'email',
  email: null,
  phone: '',
  dates: [],
  promoCode: '',
  appliedCode: null,
}

type EntriesOptions = {
  /** The address of the account, if a visitor is signed in. */
  ownEmail: string | undefined
  /** Today in the park; earlier days are left out. */
  today: string
  isSmsSold: boolean
  onParkChange: (parkId: string) => void
}

/** What was entered outlives a look at another page, in the memory of this page load only. */
const ENTERED = ['entered-order']

/**
 * What the visitor has entered. Begins with the address of the account, after a look at another page or a cancelled payment with what
 * was left.
 */
export function useEntries({ ownEmail, today, isSmsSold, onParkChange }: EntriesOptions) {
  const queryClient = useQueryClient()
  const [entered, setEntries] = useState(() => queryClient.getQueryData<Entries>(ENTERED) ?? NOTHING)
  const { appliedCode, ...entries } = entered
  useEffect(() => {
    queryClient.setQueryDefaults(ENTERED, { gcTime: Infinity })
    queryClient.setQueryData(ENTERED, entered)
  }, [queryClient, entered])
  const set = (changed: Partial<Entries>) => setEntries((before) => ({ ...before, ...changed }))
  useKeptOrder(({ parkId, ...kept }) => {
    setEntries({ ...kept, appliedCode: kept.promoCode || null })
    onParkChange(parkId)
  })
  const draft: Draft = {
    ...entries,
    channel: isSmsSold ? entries.channel : 'email',
    email: entries.email ?? ownEmail ?? '',
    dates: entries.dates.filter((date) => date >= today),
  }
  return {
    draft,
    /** The code by which the price is asked for. */
    appliedCode,
    enter<Field extends keyof Draft>(field: Field, value: Draft[Field]): void {
      const isOtherCode = field === 'promoCode' || field === 'channel'
      set({ [field]: value, ...(isOtherCode && { appliedCode: null }) })
    },
    applyCode: (code: string) => set({ promoCode: code, appliedCode: code }),
    dropCode: () => set({ appliedCode: null }),
    /** The order was placed: the form begins empty next time. */
    forget: () => queryClient.removeQueries({ queryKey: ENTERED }),
  }
}

/** Back from the payment page without having paid: the form is as it was left. */
function useKeptOrder(onKept: (kept: Draft & { parkId: string }) => void): void {
  const isHydrated = useIsHydrated()
  const fillIn = useEffectEvent(onKept)
  useEffect(() => {
    if (!isHydrated || !hasKeptOrder()) return
    void restore()

    async function restore(): Promise<void> {
      const { readKeptOrder } = await import('./kept-order.ts')
      const kept = readKeptOrder()
      if (kept) fillIn(kept)
    }
  }, [isHydrated])
}
