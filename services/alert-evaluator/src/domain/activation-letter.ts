import type { Letter } from '@walkon/contracts/letter'
import { toDay, toDays, toMoment, toZonedClock } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'

export type ActivatedAlerts = {
  subscriptionId: string
  channel: 'email' | 'sms'
  parkId: string
  parkName: string
  timezone: string
  /** The days of the pass in its park, when the first of them begins and when the last one ends. */
  dates: string[]
  startsAt: Date
  endsAt: Date
}

const CONFIRM_NUMBER =
  'We ask your phone once whether it wants texts: answer YES. Until then, and after a STOP, your alerts come to this address.'

/** Says what was turned on and from when, and how to change it. */
export function toActivationLetter(
  { subscriptionId, channel, parkId, parkName, timezone, dates, startsAt, endsAt }: ActivatedAlerts,
  now: Date,
): Letter {
  const park = oneLine(parkName)
  const days = toDays(dates)
  const later = `We start on ${toDay(startsAt, timezone)} at ${toZonedClock(startsAt, timezone)}.`
  const tell = channel === 'sms' ? 'text' : 'email'
  const until = `until ${toMoment(endsAt, timezone)}`
  const span = dates.length === 1 ? until : `on ${days}, ${until}`
  const watching = `We’re watching your rides at ${park} ${span}, and ${tell} you the minute one is short.`
  const promise = startsAt > now ? `${watching} ${later}` : watching
  const manage = { label: 'Choose your rides', page: 'manage-alerts' } as const
  const board = {
    label: 'See live wait times',
    path: `/live-wait-times?park=${encodeURIComponent(parkId)}`,
  }
  const [subject, waiting] = [`Your alerts for ${park} are on`, `Your alerts for ${park} are waiting for you`]
  return {
    kind: 'letter',
    name: 'alerts-activated',
    subscriptionId,
    park: { parkId, timezone },
    subject,
    preheader: `We’re watching your rides at ${park} ${until}.`,
    about: [park, days],
    heading: subject,
    paragraphs: channel === 'sms' ? [promise, CONFIRM_NUMBER] : [promise],
    action: manage,
    further: [board],
    reason: `You’re getting this because alerts for ${park} were turned on for this address.`,
    shortText: `${subject}.`,
    whenUnsubscribed: {
      subject: waiting,
      heading: waiting,
      paragraphs: [`Your alerts for ${park} cover ${days}.`],
      further: [manage],
    },
  }
}
