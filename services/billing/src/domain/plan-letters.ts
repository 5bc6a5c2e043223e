import type { Letter } from '@walkon/contracts/letter'
import { toDay } from '@walkon/contracts/park-time'

/** A plan belongs to no park: its days are those of our own address. */
const TIMEZONE = 'America/New_York'

const toPlanDay = (at: Date) => toDay(at, TIMEZONE)
const toDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

type Words = Pick<Letter, 'name' | 'subject' | 'paragraphs' | 'shortText'> & Partial<Letter>

const toPlanLetter = (words: Words): Letter => ({
  kind: 'letter',
  about: ['Unlimited plan'],
  heading: words.subject,
  preheader: words.paragraphs[0],
  action: { label: 'Manage your plan', path: '/plan' },
  reason: 'You’re getting this because your account has, or had, an unlimited plan.',
  ...words,
})

export type PaidMonth = {
  amountCents: number
  periodEndsAt: Date
  cancelsAtPeriodEnd: boolean
  isFirst: boolean
}

/** Tells the amount paid, until when it covers, and what happens next. */
export function toPlanReceiptLetter({
  amountCents,
  periodEndsAt,
  cancelsAtPeriodEnd,
  isFirst,
}: PaidMonth): Letter {
  const amount = toDollars(amountCents)
  const day = toPlanDay(periodEndsAt)
  const next = cancelsAtPeriodEnd ? `Your plan ends on ${day}.` : `The next payment is on ${day}.`
  return toPlanLetter({
    name: 'plan-receipt',
    subject: `Your receipt: ${amount} for the unlimited plan`,
    heading: isFirst ? 'Your unlimited plan is on' : 'Thank you for your payment',
    paragraphs: [
      `You paid ${amount} for one month of the unlimited plan. ${next}`,
      ...(isFirst
        ? ['Add a park by choosing rides in it, and we’ll email you the minute one of them has a short wait.']
        : []),
    ],
    ...(isFirst && {
      action: { label: 'Choose your parks', page: 'manage-alerts' as const },
      further: [{ label: 'Manage your plan', path: '/plan' }],
    }),
    shortText: `Paid: ${amount}, unlimited plan.`,
  })
}

/** Until when the plan covers all the same, and what helps. */
export function toPaymentFailedLetter({
  monthCents,
  graceEndsAt,
}: {
  monthCents: number
  graceEndsAt: Date
}): Letter {
  const day = toPlanDay(graceEndsAt)
  return toPlanLetter({
    name: 'plan-payment-failed',
    subject: 'Your payment for the unlimited plan failed',
    paragraphs: [
      `We couldn’t charge ${toDollars(monthCents)} for your unlimited plan. Your alerts go on until ${day}.`,
      'Please check your card. If no payment works by then, your plan ends, and nothing more is charged.',
    ],
    action: { label: 'Check your card', path: '/plan' },
    shortText: `Your payment failed. Your alerts go on until ${day}.`,
  })
}

export function toPlanCancelledLetter({ periodEndsAt }: { periodEndsAt: Date }): Letter {
  const day = toPlanDay(periodEndsAt)
  return toPlanLetter({
    name: 'plan-cancelled',
    subject: 'Your unlimited plan is cancelled',
    paragraphs: [
      `Your unlimited plan ends on ${day}. Until then your alerts go on, and nothing more is charged.`,
      'If you change your mind before that day, you can keep the plan.',
    ],
    shortText: `Your unlimited plan ends on ${day}.`,
  })
}

const WHY_ENDED = {
  cancelled: 'Your unlimited plan has ended.',
  unpaid: 'Your unlimited plan has ended, because its last payment didn’t go through.',
  disputed: 'Your unlimited plan has ended, because your bank told us that you dispute one of its payments.',
}

export function toPlanEndedLetter(reason: keyof typeof WHY_ENDED): Letter {
  return toPlanLetter({
    name: 'plan-ended',
    subject: 'Your unlimited plan has ended',
    paragraphs: [
      `${WHY_ENDED[reason]} Nothing more is charged.`,
      'Its alerts are off. We keep your parks and rides for a while: with a new plan, we’ll watch them again.',
    ],
    action: { label: 'Get the plan again', path: '/plan' },
    shortText: 'Your unlimited plan has ended.',
  })
}
