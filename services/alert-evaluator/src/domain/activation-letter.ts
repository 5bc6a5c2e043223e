import type { Letter } from '@walkon/contracts/letter'
import { toDay, toDays, toZonedClock } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'

export type ActivatedAlerts = {
  subscriptionId: string
  parkId: string
  parkName: string
  timezone: string
  /** The days of the pass in its park, and when the first of them begins. */
  dates: string[]
  startsAt: Date
}

/** Says what was switched on and from when, and how to change it. */
export function toActivationLetter(
  { subscriptionId, parkId, parkName, timezone, dates, startsAt }: ActivatedAlerts,
  now: Date,
): Letter {
  const park = oneLine(parkName)
  const days = toDays(dates)
  const start =
    startsAt > now ? `From ${toDay(startsAt, timezone)}, ${toZonedClock(startsAt, timezone)},` : 'From now on'
  const promise = `${start} we watch your rides at ${park} and write the minute one is short. Covered: ${days}.`
  const manage = { label: 'Choose rides and limits', page: 'manage-alerts' } as const
  const board = {
    label: 'See the live board',
    path: `/live-wait-times?park=${encodeURIComponent(parkId)}`,
  }
  const [subject, waiting] = [`Alerts are on for ${park}`, `Your alerts for ${park} are waiting for you`]
  return {
    kind: 'letter',
    name: 'alerts-activated',
    subscriptionId,
    park: { parkId, timezone },
    subject,
    preheader: promise,
    about: [park, days],
    heading: subject,
    paragraphs: [promise],
    action: manage,
    further: [board],
    reason: `You get this because alerts for ${park} were switched on for this address.`,
    shortText: `${subject}.`,
    whenUnsubscribed: {
      subject: waiting,
      heading: waiting,
      paragraphs: [`Your alerts for ${park} cover ${days}.`],
      further: [manage],
    },
  }
}
