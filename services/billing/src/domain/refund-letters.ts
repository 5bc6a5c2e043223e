import { GUARANTEED_RIDES } from '@walkon/contracts/guarantee'
import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import type { Letter } from '@walkon/contracts/letter'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

export type MoneyBack = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that the pass covered. */
  dates: string[]
  amountCents: number
  /** The order's name at the payment provider and with us. */
  orderId: string
}

const ARRIVAL = 'It goes to the card you paid with, and takes 5 to 10 business days to arrive.'

/** Tells that the guarantee was not met: the money is on its way back, and the visitor did not have to ask. */
export function toGuaranteeLetter(back: MoneyBack & { ridesCounted: number }): Letter {
  const { amount, name, days, ...frame } = frameOf(back)
  return {
    ...frame,
    name: 'guarantee-refund',
    subject: `Your money back: ${amount} for ${name}`,
    preheader: `Alerts for fewer than ${GUARANTEED_RIDES} rides counted, so we refunded ${amount}.`,
    heading: 'We have refunded your pass',
    paragraphs: [
      `Your pass for ${name} on ${days} has ended. It comes with a guarantee of alerts for ${GUARANTEED_RIDES} different rides, and you got ${toRides(back.ridesCounted)} that count. ${NEWS_ALONE}`,
      `Because that is fewer than ${GUARANTEED_RIDES} rides, we have refunded ${amount}. ${ARRIVAL} You don’t need to do anything.`,
      `Order number: ${toOrderReference(back.orderId)}`,
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
      `Order number: ${toOrderReference(back.orderId)}`,
    ],
    shortText: `Refunded: ${amount}, ${name}. The pass has ended.`.slice(0, 160),
  }
}

/** Tells that a payment bought nothing: all of it goes back, and the visitor did not have to ask. */
export function toPaymentReturnedLetter(
  back: MoneyBack & { reason: 'days-over' | 'paid-twice' | 'unconfirmed' },
): Letter {
  const { amount, name, days, ...frame } = frameOf(back)
  const common = {
    ...frame,
    name: 'payment-returned',
    subject: `Your money back: ${amount} for ${name}`,
    shortText: `Refunded: ${amount}, ${name}.`.slice(0, 160),
  }
  const order = `Order number: ${toOrderReference(back.orderId)}`
  if (back.reason === 'paid-twice')
    return {
      ...common,
      preheader: `You paid twice for the same alerts, so we are sending ${amount} back.`,
      heading: 'You paid twice, so one payment goes back',
      paragraphs: [
        `We got a second payment of ${amount} for ${name} on ${days}. You need only one, so we are refunding this one. ${ARRIVAL}`,
        'Your pass is not affected, and you don’t need to do anything.',
        order,
      ],
    }
  if (back.reason === 'unconfirmed')
    return {
      ...common,
      preheader: `Nobody opened our link for these alerts, so we are sending ${amount} back.`,
      heading: 'Your alerts were not confirmed',
      paragraphs: [
        `We got a payment of ${amount} for ${name} on ${days}. This address had alerts or an account already, so we mailed it a link to turn them on. Nobody opened the link, so no alerts were turned on.`,
        `We are refunding the ${amount}. ${ARRIVAL} You don’t need to do anything.`,
        order,
      ],
      action: { label: 'Choose other days', path: '/#alerts' },
    }
  return {
    ...common,
    preheader: `Your payment came after ${days}, so we are sending ${amount} back.`,
    heading: 'Your payment came too late for these alerts',
    paragraphs: [
      `You paid ${amount} for ${name} on ${days}. By the time your payment reached us, that was over at the park, so no alerts were turned on.`,
      `We are refunding the ${amount}. ${ARRIVAL} You don’t need to do anything.`,
      order,
    ],
    action: { label: 'Choose other days', path: '/#alerts' },
  }
}

/** A payment that took days did not work out in the end. The success page has promised a mail. */
export function toPaymentFailedLetter(back: MoneyBack): Letter {
  const { amount, name, days, ...frame } = frameOf(back)
  return {
    ...frame,
    name: 'payment-failed',
    subject: `Your payment for ${name} didn’t go through`,
    preheader: `Your bank did not pay the ${amount}, so your alerts are not on.`,
    heading: 'Your payment didn’t go through',
    paragraphs: [
      `Your bank did not pay the ${amount} for ${name} on ${days}. You were not charged, and your alerts are not on.`,
      'You can order again with another card or bank account whenever you like.',
      `Order number: ${toOrderReference(back.orderId)}`,
    ],
    action: { label: 'Order again', path: '/#alerts' },
    reason: 'You’re getting this because you ordered ride alerts with this address.',
    shortText: `Payment failed: ${amount}, ${name}. Your alerts are not on.`.slice(0, 160),
  }
}

/** A bank has returned a refund of which the visitor was told that it is on its way. */
export function toRefundFailedLetter(back: MoneyBack): Letter {
  const { amount, name, days, ...frame } = frameOf(back)
  return {
    ...frame,
    name: 'refund-failed',
    subject: `Your refund of ${amount} did not arrive`,
    preheader: `Your bank sent our refund for ${name} back to us.`,
    heading: 'Your bank sent our refund back',
    paragraphs: [
      `We refunded ${amount} for ${name} on ${days}, and your bank returned it. That happens when a card was replaced or an account was closed.`,
      'The money is still yours. Tell us how you’d like to get it, and we’ll pay it another way.',
      `Order number: ${toOrderReference(back.orderId)}`,
    ],
    action: { label: 'Contact us', path: '/contact' },
    shortText: `Your bank returned our refund of ${amount}. Contact us to get it.`.slice(0, 160),
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
    reason: 'You’re getting this because you bought ride alerts with this address.',
  }
}

const RIDE_WORDS = ['none', 'one', 'two']

const toRides = (count: number): string => RIDE_WORDS[count] ?? String(count)
