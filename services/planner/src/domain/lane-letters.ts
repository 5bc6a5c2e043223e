import type { Letter } from '@walkon/contracts/letter'
import { toClock } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { priceWords } from '@walkon/contracts/price-words'

/** The letters of Lightning Lane Assist. */

/** Asks the owner of an address to connect it. It names no person: the asker is not shown to be who they say. */
export function toInvitationLetter({ token, expiresAt }: { token: string; expiresAt: Date }): Letter {
  return {
    kind: 'letter',
    name: 'lane-invitation',
    about: ['Lightning Lane Assist'],
    subject: 'Connect your Disney account to Lightning Lane Assist',
    preheader: 'One button, and no password.',
    heading: 'Connect to Lightning Lane Assist',
    paragraphs: [
      'Someone with a Walkon account entered this address to connect it to their Lightning Lane Assist.',
      'We never ask for the password of your Disney account, and you should never give it to anyone. Pressing the button only tells us that this address is yours and that you agree.',
    ],
    action: {
      label: 'Connect this address',
      path: `/connect-lightning-lane?token=${encodeURIComponent(token)}`,
      worksUntil: expiresAt.toISOString(),
    },
    closing:
      'If you do not know why you got this, do nothing. Nothing is connected, and we forget this address.',
    reason: 'You’re getting this because someone entered this address for Lightning Lane Assist.',
    shortText: 'Connect your address to Lightning Lane Assist.',
  }
}

export type OpenedLane = {
  rideName: string
  parkName: string
  parkId: string
  timezone: string
  kind: 'RETURN_TIME' | 'PAID_RETURN_TIME'
  startsAt: Date | null
  price: { amount: number; currency: string } | null
  /** Null for a return time that stood before and fits a wish made since. */
  openedAt: Date | null
  /** Since when it fits. */
  since: Date
}

/** Tells that a return time has opened, jumped earlier, or fits the wish. It may be gone in seconds, so the letter promises nothing. */
export function toLaneLetter(lane: OpenedLane, at: Date): Letter {
  const ride = oneLine(lane.rideName)
  const start = lane.startsAt && toClock(lane.startsAt, lane.timezone)
  const price = lane.price ? ` for ${priceWords(lane.price)}` : ''
  const offered = `A ${lane.kind === 'PAID_RETURN_TIME' ? 'paid ' : ''}return time`
  const age = toAge(at.getTime() - (lane.openedAt ?? lane.since).getTime())
  const news = lane.openedAt ? `opened ${age}` : `fits your hours and price now, seen ${age}`
  return {
    kind: 'letter',
    name: 'lane-opened',
    park: { parkId: lane.parkId, timezone: lane.timezone },
    about: [oneLine(lane.parkName), 'Lightning Lane Assist'],
    subject: `${ride}: a return time ${lane.openedAt ? 'opened' : 'fits'}${start ? `, ${start}` : ''}`,
    preheader: `It ${news}.`,
    heading: `${ride} has a return time`,
    paragraphs: [
      `${offered} for ${ride}${start ? ` from ${start}` : ''}${price} ${news}.`,
      'Return times can be gone within seconds. Book it in the app of the park, which the page below links to.',
    ],
    action: { label: 'See the return times', path: `/lightning-lane?park=${lane.parkId}` },
    reason: 'You’re getting this because you asked Lightning Lane Assist for this attraction.',
    shortText: `${ride}: a return time${start ? ` from ${start}` : ''} ${news}.`.slice(0, 160),
  }
}

function toAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 2) return 'a moment ago'
  return `${minutes} minutes ago`
}
