import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useIsHydrated } from '../../lib/hydration.tsx'
import { KEPT_ORDER } from '../../lib/kept-order.ts'
import { readTabValue, writeTabValue } from '../../lib/tab-store.ts'
import type { Draft } from './draft.ts'
import type { KeptOrder } from './kept-order.ts'

/** No address entered yet is something else than one that was emptied. */
type Entries = Omit<Draft, 'email'> & { email: string | null; appliedCode: string | null }

type Remembered = { entries: Entries; parkId: string | undefined }

const NOTHING: Entries = {
  channel: 'email',
  email: null,
  phone: '',
  dates: [],
  promoCode: '',
  appliedCode: null,
}

type EntriesOptions = {
  /** Undefined while the list of the parks is on its way. */
  parkId: string | undefined
  /** The address of the account, if a visitor is signed in. */
  ownEmail: string | undefined
  /** Today in the park; earlier days are left out. */
  today: string
  isSmsSold: boolean
  onParkChange: (parkId: string) => void
}

/** The entries and their park are there at once after a look at another page. */
const ENTERED = ['entered-order']

/**
 * The visitor's entries. They begin with the address of the account; after a look at another page, a reload or a cancelled payment with the
 * entries left, for their park unless the page's address names one.
 */
export function useEntries({ parkId, ownEmail, today, isSmsSold, onParkChange }: EntriesOptions) {
  const queryClient = useQueryClient()
  const [remembered] = useState(() => queryClient.getQueryData<Remembered>(ENTERED))
  const [entered, setEntries] = useState(remembered?.entries ?? NOTHING)
  const { appliedCode, ...entries } = entered
  const forPark = parkId ?? remembered?.parkId
  useEffect(() => {
    if (entered === NOTHING) return
    queryClient.setQueryDefaults(ENTERED, { gcTime: Infinity })
    queryClient.setQueryData<Remembered>(ENTERED, { entries: entered, parkId: forPark })
    const kept: KeptOrder = { ...entered, ...(forPark && { parkId: forPark }) }
    writeTabValue(KEPT_ORDER, JSON.stringify(kept))
  }, [queryClient, entered, forPark])
  const set = (changed: Partial<Entries>) => setEntries((before) => ({ ...before, ...changed }))
  const isParkNamed = useSearchParams()[0].has('park')
  const returnTo = useEffectEvent((left: string | undefined) => {
    if (left && !isParkNamed) onParkChange(left)
  })
  useEffect(() => returnTo(remembered?.parkId), [remembered])
  useKeptOrder(remembered !== undefined, ({ parkId: left, appliedCode: code = null, ...order }) => {
    setEntries((typed) => ({ ...order, appliedCode: code, ...changesOf(typed) }))
    returnTo(left)
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

/** Returns the changes typed while the code that reads the kept entries was on its way. */
const changesOf = (entries: Entries): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([field, value]) => value !== NOTHING[field as keyof Entries]),
  )

/** After a reload, and back from the payment page without having paid: the form is as it was left. */
function useKeptOrder(isRemembered: boolean, onKept: (kept: KeptOrder) => void): void {
  const isHydrated = useIsHydrated()
  const fillIn = useEffectEvent(onKept)
  useEffect(() => {
    // Read at once: entries typed meanwhile are kept in the same place.
    const kept = isRemembered || !isHydrated ? null : readTabValue(KEPT_ORDER)
    if (kept !== null) void restore(kept)

    async function restore(text: string): Promise<void> {
      const { parseKeptOrder } = await import('./kept-order.ts')
      const order = parseKeptOrder(text)
      if (order) fillIn(order)
    }
  }, [isRemembered, isHydrated])
}
