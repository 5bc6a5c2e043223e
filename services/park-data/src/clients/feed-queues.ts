import { rideQueue, type QueueState, type RideQueue } from '@walkon/contracts/ride-queue'
import { z } from 'zod'
import { toWaitMinutes } from '../domain/live-row.ts'
import { toIsoInstant } from './feed-instants.ts'

/** A row's queues beside standby. A value that makes no sense is left out; a kind or state that we do not know is `UNKNOWN`. */
export function toQueues(queue: Record<string, unknown>, timezone: string | null): RideQueue[] {
  return Object.entries(queue).flatMap(([kind, value]) => {
    const parsed = z.record(z.string(), z.unknown()).safeParse(value)
    return kind === 'STANDBY' || !parsed.success ? [] : [toQueue(kind, parsed.data, timezone)]
  })
}

const LONGEST_NAME = 60

function toQueue(feedKind: string, value: Record<string, unknown>, timezone: string | null): RideQueue {
  const kind = rideQueue.shape.kind.safeParse(feedKind).data ?? 'UNKNOWN'
  switch (kind) {
    case 'SINGLE_RIDER':
    case 'PAID_STANDBY':
      return withoutGaps({ kind, waitMinutes: toWaitMinutes(value['waitTime']) })
    case 'RETURN_TIME':
      return withoutGaps({ kind, ...toReturnTime(value, timezone) })
    case 'PAID_RETURN_TIME':
      return withoutGaps({ kind, ...toReturnTime(value, timezone), price: toPrice(value['price']) })
    case 'BOARDING_GROUP':
      return withoutGaps({
        kind,
        state: toState(value['allocationStatus'], ['AVAILABLE', 'PAUSED', 'CLOSED']),
        firstGroup: toGroup(value['currentGroupStart']),
        lastGroup: toGroup(value['currentGroupEnd']),
        nextAllocationAt: toIsoInstant(value['nextAllocationTime'], timezone),
        waitMinutes: toWaitMinutes(value['estimatedWait']),
      })
    case 'UNKNOWN':
      return { kind, name: feedKind.slice(0, LONGEST_NAME) }
    default:
      return kind satisfies never
  }
}

const toReturnTime = (value: Record<string, unknown>, timezone: string | null) => ({
  state: toState(value['state'], ['AVAILABLE', 'TEMP_FULL', 'FINISHED']),
  startsAt: toIsoInstant(value['returnStart'], timezone),
  endsAt: toIsoInstant(value['returnEnd'], timezone),
})

const toState = (value: unknown, known: QueueState[]): QueueState =>
  known.find((state) => state === value) ?? 'UNKNOWN'

const priceOf = z.object({
  amount: z.int().min(0).nullish(),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

/** In the currency's smallest unit, as the feed gives it. */
function toPrice(value: unknown): RideQueue['price'] {
  const price = priceOf.safeParse(value)
  return price.success ? { amount: price.data.amount ?? null, currency: price.data.currency } : undefined
}

const toGroup = (value: unknown): number | undefined => z.int().min(0).safeParse(value).data

type Gaps<Value> = { [Key in keyof Value]: Value[Key] | null | undefined }

/** An absent field says that the feed gives no such value. */
function withoutGaps({
  kind,
  ...values
}: Gaps<Omit<RideQueue, 'kind'>> & Pick<RideQueue, 'kind'>): RideQueue {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return { kind, ...Object.fromEntries(given) }
}
