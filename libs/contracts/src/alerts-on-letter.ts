import type { Letter } from './letter.ts'
import { toDay, toDays, toMoment, toZonedClock } from './park-time.ts'
import { oneLine } from './plain-text.ts'

/** The alerts that a pass turns on. */
export type AlertsOn = {
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

/**
 * The letter that says which alerts are on, from when and until when, and how to change them. alert-evaluator sends it for a free pass.
 * Billing sends it for a paid one, with the receipt at its foot, so that one mail answers a purchase.
 */
export function toAlertsOnLetter(
  { channel, parkId, parkName, timezone, dates, startsAt, endsAt }: AlertsOn,
  now: Date,
): Omit<Letter, 'name'> {
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
