const MINUTE_MS = 60_000

/** The same request within this time of its fulfilment is a retry, later it is a new order. */
const RETRY_MS = 10 * MINUTE_MS

/** Whether the same request now means this order, and not another one. */
export const isRepeated = (
  { status, fulfilledAt }: { status: string; fulfilledAt: Date | null },
  now: Date,
): boolean =>
  status === 'awaiting-confirmation' ||
  (fulfilledAt !== null && now.getTime() - fulfilledAt.getTime() < RETRY_MS)
