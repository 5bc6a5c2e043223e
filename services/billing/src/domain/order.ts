import type { NewWatch } from '@walkon/contracts/new-watches'

const MINUTE_MS = 60_000

/** The same request within this time after the fulfilment is a retry; a later one is a new order. */
const RETRY_MS = 10 * MINUTE_MS

/** The fields that make two orders the same. */
export type SameOrder = {
  email: string
  channel: 'email' | 'sms'
  /** E.164. */
  phone: string | null
  parkId: string
  /** Ascending, each once. */
  dates: string[]
  startTime: string | null
  promoCode: string | null
  /** As `toChosen` gives them; null: all rides of the park. */
  watches: NewWatch[] | null
}

/** A choice in one order and form, so that the same choice is equal. With a limit that fits the ride no minutes count. */
export const toChosen = (watches: NewWatch[]): NewWatch[] =>
  watches
    .map(({ rideId, thresholdMinutes, limit, onReopen }) => ({
      rideId: rideId.toLowerCase(),
      ...(limit ? { limit } : thresholdMinutes !== undefined && { thresholdMinutes }),
      ...(onReopen && { onReopen }),
    }))
    .toSorted((one, other) => one.rideId.localeCompare(other.rideId))

/** The database gives the fields of a watch in an order of its own. */
const choiceKey = (watches: NewWatch[] | null) => watches && JSON.stringify(toChosen(watches))

export const asksForTheSame = (one: SameOrder, other: SameOrder): boolean =>
  one.email === other.email &&
  one.channel === other.channel &&
  one.phone === other.phone &&
  one.parkId === other.parkId &&
  one.dates.join() === other.dates.join() &&
  one.startTime === other.startTime &&
  one.promoCode === other.promoCode &&
  choiceKey(one.watches) === choiceKey(other.watches)

/** True if the same request, with a proof of its address, is a retry of this order and not a new one. */
export const isRepeated = (
  { status, fulfilledAt }: { status: string; fulfilledAt: Date | null },
  now: Date,
): boolean =>
  status === 'awaiting-confirmation' ||
  (fulfilledAt !== null && now.getTime() - fulfilledAt.getTime() < RETRY_MS)
