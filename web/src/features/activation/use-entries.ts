import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsHydrated } from '../../lib/hydration.tsx'
import { KEPT_ORDER } from '../../lib/kept-order.ts'
import { readTabValue, writeTabValue } from '../../lib/tab-store.ts'
import type { Draft } from './draft.ts'
import type { KeptOrder } from './kept-order.ts'

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

/** What was entered is there at once after a look at another page. */
const ENTERED = ['entered-order']

/**
 * What the visitor has entered. Begins with the address of the account; after a look at another page, a reload or a cancelled payment
 * with what was left.
 */
export function useEntries({ ownEmail, today, isSmsSold, onParkChange }: EntriesOptions) {
  const queryClient = useQueryClient()
  const [remembered] = useState(() => queryClient.getQueryData<Entries>(ENTERED))
  const [entered, setEntries] = useState(remembered ?? NOTHING)
  const { appliedCode, ...entries } = entered
  useEffect(() => {
    queryClient.setQueryDefaults(ENTERED, { gcTime: Infinity })
    queryClient.setQueryData(ENTERED, entered)
    if (entered !== NOTHING) writeTabValue(KEPT_ORDER, JSON.stringify(entered satisfies KeptOrder))
  }, [queryClient, entered])
  const set = (changed: Partial<Entries>) => setEntries((before) => ({ ...before, ...changed }))
  useKeptOrder(remembered !== undefined, ({ parkId, appliedCode: code = null, ...order }) => {
    setEntries((typed) => ({ ...order, appliedCode: code, ...changesOf(typed) }))
    if (parkId) onParkChange(parkId)
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

/** What was typed while the code that reads the kept entries was on its way. */
const changesOf = (entries: Entries): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([field, value]) => value !== NOTHING[field as keyof Entries]),
  )

/** After a reload, and back from the payment page without having paid: the form is as it was left. */
function useKeptOrder(isRemembered: boolean, onKept: (kept: KeptOrder) => void): void {
  const isHydrated = useIsHydrated()
  const fillIn = useEffectEvent(onKept)
  useEffect(() => {
    // Read at once: what is typed meanwhile is kept in the same place.
    const kept = isRemembered || !isHydrated ? null : readTabValue(KEPT_ORDER)
    if (kept !== null) void restore(kept)

    async function restore(text: string): Promise<void> {
      const { parseKeptOrder } = await import('./kept-order.ts')
      const order = parseKeptOrder(text)
      if (order) fillIn(order)
    }
  }, [isRemembered, isHydrated])
}
