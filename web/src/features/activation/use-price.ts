import type { PriceList } from '@walkon/contracts/http/billing'
import type { NewQuote, QuotedAmounts } from '@walkon/contracts/http/checkouts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export type ShownPrice = QuotedAmounts

/** `unchecked`: too many wrong codes were tried from here, or by all visitors. Billing judges the code before the alerts start. */
export type CodeState = 'unknown' | 'checking' | 'valid' | 'unchecked'

/** A refusal may be over soon, and is asked for again. */
export const priceQuery = (asked: NewQuote) =>
  queryOptions({
    queryKey: ['price', asked],
    queryFn: async ({ signal }) => (await import('./order-calls.ts')).askPrice(asked, signal),
    staleTime: ({ state }) => (state.data?.refusal ? 0 : 60_000),
  })

/**
 * The price of the choice, by billing. A choice without a day and without a code costs the list price of one day, and nothing is asked for
 * it. While billing is asked, the price before stays. `price` is undefined while there is none, and null if it cannot be had.
 */
export function usePrice(asked: NewQuote, prices: PriceList | null | undefined) {
  const isChosen = asked.days > 0 || asked.promoCode !== undefined
  const query = useQuery({ ...priceQuery(asked), enabled: isChosen, placeholderData: (before) => before })
  const isNew = query.isSuccess && !query.isPlaceholderData && isChosen
  const refusal = isNew ? query.data.refusal : null
  return {
    price: isChosen && query.isError ? null : (isChosen && query.data?.quote) || listPrice(asked, prices),
    codeProblem: refusal?.problems.promoCode,
    codeState: toCodeState(
      asked.promoCode !== undefined,
      isNew,
      query.isPending || query.isFetching,
      refusal,
    ),
  }
}

function listPrice(
  { channel }: NewQuote,
  prices: PriceList | null | undefined,
): ShownPrice | null | undefined {
  if (!prices) return prices
  const dayPriceCents = channel === 'sms' ? prices.smsDayCents : prices.emailDayCents
  return { days: 0, dayPriceCents, discountCents: 0, totalCents: dayPriceCents }
}

function toCodeState(
  hasCode: boolean,
  isNew: boolean,
  isAsking: boolean,
  refusal: { code: string } | null,
): CodeState {
  if (!hasCode) return 'unknown'
  if (isNew && !refusal) return 'valid'
  if (isNew && refusal?.code === 'too-many-requests') return 'unchecked'
  return isAsking ? 'checking' : 'unknown'
}
