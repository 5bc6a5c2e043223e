import { GUARANTEED_RIDES } from '@walkon/contracts/guarantee'
import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import { toAlertsOnLetter, type AlertsOn } from '@walkon/contracts/alerts-on-letter'
import type { Letter } from '@walkon/contracts/letter'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

export type Receipt = {
  /** The alerts of the pass. */
  alerts: AlertsOn
  amountCents: number
  /** The order's name at the payment provider and with us. */
  orderId: string
  /** Days that were over when the payment came, and what goes back for them. */
  lostDates: string[]
  lostCents: number
  /** Asked for again, maybe long after: it is a receipt first, and promises nothing of a pass that is over. */
  isCopy?: boolean
}

const CHANNEL_WORDS = { email: 'email alerts', sms: 'SMS alerts' } as const

/** One letter for a purchase: that the alerts are on, what happens next, and the amount paid. */
export function toReceiptLetter(receipt: Receipt, now: Date): Letter {
  const { alerts, isCopy = false } = receipt
  const { whenUnsubscribed, ...letter } = toAlertsOnLetter(alerts, now)
  const details = toDetails(receipt)
  const paid = `${toDollars(receipt.amountCents)} for ${oneLine(alerts.parkName)}`
  const about = {
    name: 'payment-receipt',
    details,
    reason: 'You’re getting this because you bought ride alerts with this address.',
  }
  if (isCopy)
    return {
      ...letter,
      ...about,
      subject: `Your receipt: ${paid}`,
      heading: 'Your receipt',
      preheader: `Paid: ${paid}.`,
      paragraphs: [...(alerts.endsAt > now ? letter.paragraphs : []), ...toLost(receipt), THANKS],
      shortText: `Your receipt: ${paid}.`.slice(0, 160),
    }
  return {
    ...letter,
    ...about,
    preheader: `${letter.preheader} Your receipt: ${paid}.`,
    paragraphs: [...letter.paragraphs, ...toLost(receipt), GUARANTEE],
    ...(whenUnsubscribed && {
      whenUnsubscribed: {
        ...whenUnsubscribed,
        paragraphs: [...whenUnsubscribed.paragraphs, ...toLost(receipt)],
      },
    }),
  }
}

const GUARANTEE = `Alerts for fewer than ${GUARANTEED_RIDES} rides, and your money comes back by itself. ${NEWS_ALONE}`
const THANKS = 'Thank you for your order.'

function toDetails({ alerts, amountCents, orderId, lostDates }: Receipt): Letter['details'] {
  const ordered = [...lostDates, ...alerts.dates].toSorted()
  const count = ordered.length === 1 ? '1 day' : `${ordered.length} days`
  return {
    title: 'Your receipt',
    rows: [
      { label: 'Paid', value: toDollars(amountCents) },
      { label: 'For', value: `${count} of ${CHANNEL_WORDS[alerts.channel]}: ${toDays(ordered)}` },
      { label: 'Order', value: toOrderReference(orderId) },
    ],
  }
}

function toLost({ lostDates, lostCents }: Receipt): string[] {
  if (lostDates.length === 0) return []
  const [was, them] = lostDates.length === 1 ? ['was', 'it'] : ['were', 'them']
  return [
    `${toDays(lostDates)} ${was} over when your payment reached us, so we are refunding ${toDollars(lostCents)} for ${them}. The refund takes 5 to 10 business days to arrive.`,
  ]
}
