import type { Letter } from '@walkon/contracts/letter'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

export type AlertsToConfirm = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that were ordered. */
  dates: string[]
  channel: 'email' | 'sms'
  /** E.164; of an order for text messages. */
  phone?: string | null
  token: string
  expiresAt: Date
}

export type PaidAlertsToConfirm = AlertsToConfirm & {
  amountCents: number
  /** The order's name at the payment provider and with us. */
  orderId: string
}

/** Asks the address to confirm its order. Opening the link confirms nothing, because mail scanners open links: its page has a button. */
export function toConfirmationLetter(asked: AlertsToConfirm): Letter {
  const { park, dates, token, expiresAt } = asked
  const name = oneLine(park.name)
  const days = toDays(dates)
  const tell = toTelling(asked)
  return {
    kind: 'letter',
    name: 'confirm-alerts',
    park: { parkId: park.id, timezone: park.timezone },
    subject: `Confirm your alerts for ${name}`,
    preheader: `One tap turns on your alerts for ${name} on ${days}.`,
    about: [name, days],
    heading: 'Turn on your alerts',
    paragraphs: [`Turn them on, and on ${days} we’ll ${tell} the minute a ride at ${name} has a short wait.`],
    action: {
      label: 'Turn on my alerts',
      path: `/confirm-alerts?token=${encodeURIComponent(token)}`,
      worksUntil: expiresAt.toISOString(),
    },
    closing: 'If you did not ask for this, do nothing. Unless you turn them on, you won’t get any alerts.',
    reason: `You’re getting this because someone entered this address for ride alerts at ${name}.`,
    shortText: `Confirm your alerts for ${name}.`,
  }
}

/** Asks the owner of the address to confirm an order that was paid without proof of the mailbox: a payment proves none. */
export function toPaidConfirmationLetter(asked: PaidAlertsToConfirm): Letter {
  const { park, dates, token, expiresAt, amountCents, orderId } = asked
  const name = oneLine(park.name)
  const days = toDays(dates)
  const amount = toDollars(amountCents)
  return {
    kind: 'letter',
    name: 'confirm-paid-alerts',
    park: { parkId: park.id, timezone: park.timezone },
    subject: `Turn on the alerts you paid for: ${name}`,
    preheader: `Paid: ${amount}. One tap turns on your alerts for ${name} on ${days}.`,
    about: [name, days],
    heading: 'Paid. One tap turns your alerts on',
    paragraphs: [
      `We got ${amount} for alerts at ${name} on ${days}. This address has alerts or an account with us already, so nothing changes until you say that the order is yours.`,
      `Turn them on, and on ${days} we’ll ${toTelling(asked)} the minute a ride at ${name} has a short wait. Today’s alerts start then.`,
      `Order number: ${toOrderReference(orderId)}`,
    ],
    action: {
      label: 'Turn on my alerts',
      path: `/confirm-alerts?token=${encodeURIComponent(token)}`,
      worksUntil: expiresAt.toISOString(),
    },
    closing: `If you did not order this, do nothing. Nothing is turned on, and the ${amount} goes back to the card it came from.`,
    reason: `You’re getting this because someone paid for ride alerts at ${name} with this address.`,
    shortText: `Paid: ${amount}. Turn on your alerts for ${name}.`.slice(0, 160),
  }
}

/** The owner of the address sees by the last digits whose number it is. */
const toTelling = ({ channel, phone }: AlertsToConfirm): string =>
  channel === 'email' ? 'email you' : `text you at the number ending in ${phone?.slice(-4) ?? ''}`
