import type { Letter } from '@walkon/contracts/letter'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { GUARANTEED_RIDES } from './guarantee.ts'
import { toDollars } from './price.ts'

export type MoneyBack = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that the pass covered. */
  dates: string[]
  amountCents: number
  /** What the order is called at the payment provider and with us. */
  orderId: string
}

const ARRIVAL = 'It goes to the card that you paid with, and takes 5 to 10 business days to arrive.'

/** The guarantee was not met: what was paid is on its way back, and the visitor did not have to ask. */
export function toGuaranteeLetter(back: MoneyBack & { ridesCounted: number }): Letter {
  const { amount, name, days, ...frame } = frameOf(back)
  return {
    ...frame,
    name: 'guarantee-refund',
    subject: `Your money back: ${amount} for ${name}`,
    preheader: `We alerted you of fewer than ${GUARANTEED_RIDES} rides, so we refunded ${amount}.`,
    heading: 'We have refunded your pass',
    paragraphs: [
      `Your pass for ${name} on ${days} has ended. It comes with a guarantee of alerts for ${GUARANTEED_RIDES} different rides, and you got ${toRides(back.ridesCounted)}.`,
      `Because that is fewer than ${GUARANTEED_RIDES} rides, we have refunded ${amount}. ${ARRIVAL} You do not need to do anything.`,
      `Order number: ${back.orderId}`,
    ],
    shortText: `Refunded: ${amount}, fewer than ${GUARANTEED_RIDES} rides at ${name}.`.slice(0, 160),
  }
}

/** A person gave the whole payment back, and the pass ended with it. */
export function toOrderRefundedLetter(back: MoneyBack): Letter {
  const { amount, name, days, ...frame } = frameOf(back)
  return {
    ...frame,
    name: 'order-refunded',
    subject: `Your refund: ${amount} for ${name}`,
    preheader: `Your order was refunded, and its alerts have ended.`,
    heading: 'Your order was refunded',
    paragraphs: [
      `We have refunded the ${amount} that you paid for ${name} on ${days}. ${ARRIVAL}`,
      'Your pass has ended with it, so it sends no more alerts.',
      `Order number: ${back.orderId}`,
    ],
    shortText: `Refunded: ${amount}, ${name}. The pass has ended.`.slice(0, 160),
  }
}

function frameOf({ park, dates, amountCents }: MoneyBack) {
  const name = oneLine(park.name)
  const days = toDays(dates)
  return {
    amount: toDollars(amountCents),
    name,
    days,
    kind: 'letter' as const,
    park: { parkId: park.id, timezone: park.timezone },
    about: [name, days],
    reason: 'You are getting this because you bought ride alerts with this address.',
  }
}

const RIDE_WORDS = ['none', 'one', 'two']

const toRides = (count: number): string => RIDE_WORDS[count] ?? String(count)
