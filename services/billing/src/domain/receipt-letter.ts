import type { Letter } from '@walkon/contracts/letter'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

export type Receipt = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that the pass covers. */
  dates: string[]
  channel: 'email' | 'sms'
  amountCents: number
  /** What the order is called at the payment provider and with us. */
  orderId: string
}

const CHANNEL_WORDS = { email: 'email alerts', sms: 'SMS alerts' } as const

/** What was paid, for which days, and what happens next. */
export function toReceiptLetter({ park, dates, channel, amountCents, orderId }: Receipt): Letter {
  const name = oneLine(park.name)
  const days = toDays(dates)
  const amount = toDollars(amountCents)
  const count = dates.length === 1 ? 'one day' : `${dates.length} days`
  return {
    kind: 'letter',
    name: 'payment-receipt',
    park: { parkId: park.id, timezone: park.timezone },
    subject: `Your receipt: ${amount} for ${name}`,
    preheader: `Paid: ${amount} for ${count} of ${CHANNEL_WORDS[channel]} at ${name}.`,
    about: [name, days],
    heading: 'Thank you for your order',
    paragraphs: [
      `You paid ${amount} for ${count} of ${CHANNEL_WORDS[channel]} at ${name}: ${days}.`,
      'Your alerts are on. We write to you the minute one of your rides has a short wait on those days.',
      `Order number: ${orderId}`,
    ],
    action: { label: 'Choose your rides', page: 'manage-alerts' },
    reason: 'You are getting this because you bought ride alerts with this address.',
    shortText: `Paid: ${amount}, ${CHANNEL_WORDS[channel]}, ${name}.`.slice(0, 160),
  }
}
