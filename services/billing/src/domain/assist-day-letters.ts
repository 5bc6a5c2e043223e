import type { Letter } from '@walkon/contracts/letter'
import { ASSIST_WORDS } from '@walkon/contracts/assist-words'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { toDays, toMoment } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

type Words = Pick<Letter, 'name' | 'subject' | 'paragraphs' | 'shortText'> & Partial<Letter>

const toAssistLetter = (words: Words): Letter => ({
  kind: 'letter',
  about: ['Lightning Lane Assist'],
  heading: words.subject,
  preheader: words.paragraphs[0],
  action: { label: 'Open Lightning Lane Assist', path: '/lightning-lane' },
  reason: 'You’re getting this because your account bought a day of Lightning Lane Assist.',
  ...words,
})

/** `at`: the chosen day and its park; null for a day that was sold without one. */
type Paid = { amountCents: number; assistDayId: string; at: ChosenDay | null }
export type ChosenDay = { date: string; park: { name: string; timezone: string } }

/** `Fri, Jul 3 at Magic Kingdom`. */
export const toChosenWords = ({ date, park }: ChosenDay) => `${toDays([date])} at ${oneLine(park.name)}`

const dayOf = (at: ChosenDay | null) => `a day of Lightning Lane Assist${at ? `, ${toChosenWords(at)}` : ''}`

/** Tells the amount paid, and from when to when the day holds. */
export function toAssistReceiptLetter(
  { amountCents, assistDayId, at, window }: Paid & { window: { startsAt: Date; endsAt: Date } },
  now: Date,
): Letter {
  const amount = toDollars(amountCents)
  const moment = (instant: Date) => toMoment(instant, at?.park.timezone ?? 'UTC')
  const isLater = window.startsAt > now
  return toAssistLetter({
    name: 'assist-receipt',
    subject: `Your receipt: ${amount} for Lightning Lane Assist`,
    heading: isLater ? 'Your Lightning Lane Assist day is paid' : 'Lightning Lane Assist is on',
    paragraphs: [
      `You paid ${amount} for ${dayOf(at)}.`,
      isLater
        ? `It begins ${moment(window.startsAt)} and ends ${moment(window.endsAt)}.`
        : `It has begun, and ends ${moment(window.endsAt)}.`,
      ASSIST_WORDS,
      'Choose the attractions you want, and we’ll email you when one of their return times opens.',
      `Order number: ${toOrderReference(assistDayId)}`,
    ],
    shortText: `Paid: ${amount}, Lightning Lane Assist.`,
  })
}

const ARRIVAL = 'It goes to the card you paid with, and takes 5 to 10 business days to arrive.'

/** A person gave the whole payment back, and the day ended with it. */
export function toAssistRefundedLetter({ amountCents, assistDayId, at }: Paid): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-refunded',
    subject: `Your refund: ${amount} for Lightning Lane Assist`,
    paragraphs: [
      `We have refunded the ${amount} that you paid for ${dayOf(at)}. ${ARRIVAL}`,
      'The day has ended with it.',
      `Order number: ${toOrderReference(assistDayId)}`,
    ],
    shortText: `Refunded: ${amount}, Lightning Lane Assist.`,
  })
}

/** The payment bought nothing, so all of it goes back, and the visitor did not have to ask. */
export function toAssistReturnedLetter({
  amountCents,
  assistDayId,
  at,
  reason,
}: Paid & { reason: 'day-over' | 'paid-twice' }): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-returned',
    subject: `Your money back: ${amount} for Lightning Lane Assist`,
    paragraphs: [
      reason === 'day-over'
        ? `You paid ${amount} for ${dayOf(at)}. By the time your payment reached us, that day was over at the park.`
        : `We got a second payment of ${amount} for ${dayOf(at)}. You need only one, and the day you have stays.`,
      `We are refunding the ${amount}. ${ARRIVAL} You don’t need to do anything.`,
      `Order number: ${toOrderReference(assistDayId)}`,
    ],
    shortText: `Refunded: ${amount}, Lightning Lane Assist.`,
  })
}

/** The bank returned the refund of a payment that bought nothing. */
export function toAssistRefundFailedLetter({ amountCents, assistDayId, at }: Paid): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-refund-failed',
    subject: `Your refund of ${amount} did not arrive`,
    paragraphs: [
      `We refunded ${amount} for ${dayOf(at)}, and your bank returned it. That happens when a card was replaced or an account was closed.`,
      'The money is still yours. Tell us how you’d like to get it, and we’ll pay it another way.',
      `Order number: ${toOrderReference(assistDayId)}`,
    ],
    action: { label: 'Contact us', path: '/contact' },
    shortText: `Your bank returned our refund of ${amount}. Contact us to get it.`,
  })
}

/** A payment that took days did not work out in the end. */
export function toAssistFailedLetter({ amountCents, assistDayId, at }: Paid): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-payment-failed',
    subject: 'Your payment for Lightning Lane Assist didn’t go through',
    paragraphs: [
      `Your bank did not pay the ${amount} for ${dayOf(at)}. You were not charged, and the day is not on.`,
      'You can order again with another card or bank account whenever you like.',
      `Order number: ${toOrderReference(assistDayId)}`,
    ],
    shortText: `Payment failed: ${amount}, Lightning Lane Assist.`,
  })
}
