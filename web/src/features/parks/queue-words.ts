import { priceWords } from '@walkon/contracts/price-words'
import type { RideQueue } from '@walkon/contracts/ride-queue'
import { spanForVisitor } from '../../lib/moment-words.ts'
import { clockTimeForVisitor } from '../../lib/park-time.ts'

/** The name of a queue and its present state; `news` is empty if the feed names the queue alone. */
export type QueueWords = { name: string; news: string }

/** A queue beside standby in plain words, with times of the park's clock and the visitor's own. */
export function queueWords(queue: RideQueue, timezone: string): QueueWords {
  const { kind, waitMinutes, price } = queue
  switch (kind) {
    case 'SINGLE_RIDER':
      return { name: 'Single rider', news: minutes(waitMinutes) }
    case 'PAID_STANDBY':
      return { name: 'Paid line', news: minutes(waitMinutes) }
    case 'RETURN_TIME':
      return { name: 'Return time', news: returnWords(queue, timezone) }
    case 'PAID_RETURN_TIME':
      return { name: 'Paid return', news: joined(returnWords(queue, timezone), price && costWords(price)) }
    case 'BOARDING_GROUP':
      return { name: 'Boarding groups', news: groupWords(queue, timezone) }
    case 'UNKNOWN':
      return { name: queue.name === undefined ? 'Another queue' : asWords(queue.name), news: '' }
    default:
      return kind satisfies never
  }
}

const minutes = (wait: number | undefined) =>
  wait === undefined ? '' : wait === 0 ? 'walk on' : `${wait} min`

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ')

function returnWords({ state, startsAt, endsAt }: RideQueue, timezone: string): string {
  if (state === 'FINISHED') return 'gone for today'
  if (state === 'TEMP_FULL') return 'none right now'
  if (state === 'AVAILABLE' && startsAt)
    return endsAt
      ? spanForVisitor(new Date(startsAt), new Date(endsAt), timezone)
      : clockTimeForVisitor(new Date(startsAt), timezone)
  return state === 'AVAILABLE' ? 'available' : 'Unknown'
}

function groupWords(queue: RideQueue, timezone: string): string {
  const { state, firstGroup, lastGroup, nextAllocationAt, waitMinutes } = queue
  const states: Record<string, string> = { AVAILABLE: 'open to join', PAUSED: 'paused', CLOSED: 'closed' }
  const first = firstGroup ?? lastGroup
  return joined(
    states[state ?? ''] ?? 'Unknown',
    first !== undefined && lastGroup !== undefined && lastGroup > first
      ? `calling ${first} to ${lastGroup}`
      : first !== undefined
        ? `calling ${first}`
        : undefined,
    waitMinutes === undefined ? undefined : `about ${waitMinutes} min`,
    nextAllocationAt && `next at ${clockTimeForVisitor(new Date(nextAllocationAt), timezone)}`,
  )
}

function costWords({ amount, currency }: NonNullable<RideQueue['price']>): string | undefined {
  if (amount === null) return undefined
  return amount === 0 ? 'free' : priceWords({ amount, currency })
}

/** A kind that we do not know, by the feed's own name: "SKIP_LINE" is "Skip line". */
function asWords(name: string): string {
  const words = name
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
