import type { Letter } from '@walkon/contracts/letter'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'

export type AlertsToConfirm = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that were ordered. */
  dates: string[]
  channel: 'email' | 'sms'
  token: string
  expiresAt: Date
}

/** Asks the address to confirm its order. Opening the link confirms nothing, because mail scanners open links: its page has a button. */
export function toConfirmationLetter({ park, dates, channel, token, expiresAt }: AlertsToConfirm): Letter {
  const name = oneLine(park.name)
  const days = toDays(dates)
  const tell = channel === 'sms' ? 'text' : 'email'
  return {
    kind: 'letter',
    name: 'confirm-alerts',
    park: { parkId: park.id, timezone: park.timezone },
    subject: `Confirm your alerts for ${name}`,
    preheader: `One tap turns on your alerts for ${name} on ${days}.`,
    about: [name, days],
    heading: 'Turn on your alerts',
    paragraphs: [
      `Turn them on, and on ${days} we’ll ${tell} you the minute a ride at ${name} has a short wait.`,
    ],
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
