import type { Letter } from '@walkon/contracts/letter'
import { toDollars } from './price.ts'

type Words = Pick<Letter, 'name' | 'subject' | 'paragraphs' | 'shortText'> & Partial<Letter>

const toAssistLetter = (words: Words): Letter => ({
  kind: 'letter',
  about: ['Lightning Lane Assist'],
  heading: words.subject,
  preheader: words.paragraphs[0],
  action: { label: 'Open Lightning Lane Assist', path: '/lightning-lane' },
  reason: 'You are getting this because your account bought a day of Lightning Lane Assist.',
  ...words,
})

type Paid = { amountCents: number; assistDayId: string }

/** What was paid, and from when to when it holds; times as the letter writes them. */
export function toAssistReceiptLetter({
  amountCents,
  assistDayId,
  hours,
  isLater,
}: Paid & { hours: number; isLater: boolean }): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-receipt',
    subject: `Your receipt: ${amount} for Lightning Lane Assist`,
    heading: 'Lightning Lane Assist is on',
    paragraphs: [
      `You paid ${amount} for one day of Lightning Lane Assist.`,
      isLater
        ? `It begins when the day that you have now ends, and lasts ${hours} hours.`
        : `It has begun, and lasts ${hours} hours.`,
      'Choose the attractions that you want, and we write to you when one of their return times opens.',
      `Order number: ${assistDayId}`,
    ],
    shortText: `Paid: ${amount}, Lightning Lane Assist.`,
  })
}

const ARRIVAL = 'It goes to the card that you paid with, and takes 5 to 10 business days to arrive.'

/** A person gave the whole payment back, and the day ended with it. */
export function toAssistRefundedLetter({ amountCents, assistDayId }: Paid): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-refunded',
    subject: `Your refund: ${amount} for Lightning Lane Assist`,
    paragraphs: [
      `We have refunded the ${amount} that you paid for a day of Lightning Lane Assist. ${ARRIVAL}`,
      'The day has ended with it.',
      `Order number: ${assistDayId}`,
    ],
    shortText: `Refunded: ${amount}, Lightning Lane Assist.`,
  })
}

/** A payment that took days did not work out in the end. */
export function toAssistFailedLetter({ amountCents, assistDayId }: Paid): Letter {
  const amount = toDollars(amountCents)
  return toAssistLetter({
    name: 'assist-payment-failed',
    subject: 'Your payment for Lightning Lane Assist did not work out',
    paragraphs: [
      `Your bank did not pay the ${amount} for a day of Lightning Lane Assist. You were not charged, and the day is not on.`,
      'You can order again with another card or bank account whenever you like.',
      `Order number: ${assistDayId}`,
    ],
    shortText: `Payment failed: ${amount}, Lightning Lane Assist.`,
  })
}
