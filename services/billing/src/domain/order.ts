const MINUTE_MS = 60_000

/** The same request within this time after the fulfilment is a retry; a later one is a new order. */
const RETRY_MS = 10 * MINUTE_MS

/** What an order asks for. */
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
}

export const asksForTheSame = (one: SameOrder, other: SameOrder): boolean =>
  one.email === other.email &&
  one.channel === other.channel &&
  one.phone === other.phone &&
  one.parkId === other.parkId &&
  one.dates.join() === other.dates.join() &&
  one.startTime === other.startTime &&
  one.promoCode === other.promoCode

/** Whether the same request, with a proof of its address, is a retry of this order and not a new one. */
export const isRepeated = (
  { status, fulfilledAt }: { status: string; fulfilledAt: Date | null },
  now: Date,
): boolean =>
  status === 'awaiting-confirmation' ||
  (fulfilledAt !== null && now.getTime() - fulfilledAt.getTime() < RETRY_MS)
