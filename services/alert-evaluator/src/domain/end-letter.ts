import type { Letter } from '@walkon/contracts/letter'
import { toDays, toMoment } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'

export type EndOfAlerts = {
  subscriptionId: string
  parkId: string
  parkName: string
  timezone: string
  /** The days of the pass in its park, and when the last of them ended. */
  dates: string[]
  endedAt: Date
  /** The pass's alerts and their rides. */
  alertCount: number
  rideCount: number
}

/** A free pass that brought nothing is worth no mail (decisions, section 3). */
export const mayTellOfEnd = ({ paid, alertCount }: { paid: boolean; alertCount: number }): boolean =>
  paid || alertCount > 0

/** Says that the last window of a park has ended, what it brought, and how to have the same rides for another day. */
export function toEndLetter(ended: EndOfAlerts): Letter {
  const { subscriptionId, parkId, parkName, timezone, dates, endedAt } = ended
  const park = oneLine(parkName)
  const until = toMoment(endedAt, timezone)
  const brought = toBrought(ended, park)
  return {
    kind: 'letter',
    name: 'alerts-expired',
    subscriptionId,
    park: { parkId, timezone },
    subject: `Alerts Expired: ${park}`,
    preheader: brought,
    about: [park, dates.length > 0 ? toDays(dates) : until],
    heading: 'Alerts Expired',
    paragraphs: [
      'Your alert subscription has expired for today.',
      `${brought} It ran until ${until}.`,
      'We kept your rides and their limits. Add another day, and we’ll watch the same ones again.',
    ],
    action: { label: 'Add another day', path: `/?park=${encodeURIComponent(parkId)}#alerts` },
    reason: `You’re getting this because your alerts for ${park} have ended.`,
    shortText: `Alerts Expired: ${park}.`,
  }
}

/** Says that alerts have stopped because the bank disputes the payment of the pass (decisions, section 3). */
export function toIssueLetter({ subscriptionId, parkId, parkName, timezone }: EndOfAlerts): Letter {
  const park = oneLine(parkName)
  const told =
    'Your subscription is no longer active or not valid for this park. Please renew to receive alerts.'
  return {
    kind: 'letter',
    name: 'subscription-issue',
    subscriptionId,
    park: { parkId, timezone },
    subject: `Subscription issue: ${park}`,
    preheader: told,
    about: [park],
    heading: 'Subscription issue',
    paragraphs: [
      told,
      'Your bank told us that the payment for this pass is disputed, so its alerts have stopped. We kept your rides and their limits.',
    ],
    action: { label: 'Renew', path: `/?park=${encodeURIComponent(parkId)}#alerts` },
    further: [{ label: 'Tell us', path: '/contact' }],
    reason: `You’re getting this because your alerts for ${park} have stopped.`,
    shortText: `Subscription issue: ${park}.`,
  }
}

function toBrought({ alertCount, rideCount }: EndOfAlerts, park: string): string {
  if (alertCount === 0) return `No ride at ${park} came down to its limit this time.`
  const alerts = alertCount === 1 ? '1 alert' : `${alertCount} alerts`
  return `Your pass for ${park} brought ${alerts} for ${rideCount === 1 ? '1 ride' : `${rideCount} rides`}.`
}
