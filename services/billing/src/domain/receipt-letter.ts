import type { Letter } from '@walkon/contracts/letter'
import { toDays, toMoment } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

export type Receipt = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that the pass covers. */
  dates: string[]
  /** The end of its last window. */
  endsAt: Date
  channel: 'email' | 'sms'
  amountCents: number
  /** What the order is called at the payment provider and with us. */
  orderId: string
  /** Days that were over when the payment came, and what goes back for them. */
  lostDates: string[]
  lostCents: number
}

const CHANNEL_WORDS = { email: 'email alerts', sms: 'SMS alerts' } as const

/** What was paid, for which days, and what happens next. */
export function toReceiptLetter(receipt: Receipt): Letter {
  const { park, dates, endsAt, channel, amountCents, orderId } = receipt
  const name = oneLine(park.name)
  const days = toDays(dates)
  const amount = toDollars(amountCents)
  const ordered = [...receipt.lostDates, ...dates].toSorted()
  const count = ordered.length === 1 ? 'one day' : `${ordered.length} days`
  return {
    kind: 'letter',
    name: 'payment-receipt',
    park: { parkId: park.id, timezone: park.timezone },
    subject: `Your receipt: ${amount} for ${name}`,
    preheader: `Paid: ${amount} for ${count} of ${CHANNEL_WORDS[channel]} at ${name}.`,
    about: [name, days],
    heading: 'Thank you for your order',
    paragraphs: [
      `You paid ${amount} for ${count} of ${CHANNEL_WORDS[channel]} at ${name}: ${toDays(ordered)}.`,
      ...toLost(receipt),
      `Your alerts are on until ${toMoment(endsAt, park.timezone)}. We write to you the minute one of your rides has a short wait${dates.length === 1 ? '' : ' on those days'}.`,
      `Order number: ${orderId}`,
    ],
    action: { label: 'Choose your rides', page: 'manage-alerts' },
    reason: 'You are getting this because you bought ride alerts with this address.',
    shortText: `Paid: ${amount}, ${CHANNEL_WORDS[channel]}, ${name}.`.slice(0, 160),
  }
}

function toLost({ lostDates, lostCents }: Receipt): string[] {
  if (lostDates.length === 0) return []
  const [was, them] = lostDates.length === 1 ? ['was', 'it'] : ['were', 'them']
  return [
    `${toDays(lostDates)} ${was} over when your payment reached us, so we are refunding ${toDollars(lostCents)} for ${them}. The refund takes 5 to 10 business days to arrive.`,
  ]
}
