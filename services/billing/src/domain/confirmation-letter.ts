import type { Letter } from '@walkon/contracts/letter'
import { toDays } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'

export type AlertsToConfirm = {
  park: { id: string; name: string; timezone: string }
  /** The days of the park that were ordered. */
  dates: string[]
  token: string
  expiresAt: Date
}

/** Asks the address to confirm its order. Opening the link confirms nothing, because mail scanners open links: its page has a button. */
export function toConfirmationLetter({ park, dates, token, expiresAt }: AlertsToConfirm): Letter {
  const name = oneLine(park.name)
  const days = toDays(dates)
  return {
    kind: 'letter',
    name: 'confirm-alerts',
    park: { parkId: park.id, timezone: park.timezone },
    subject: `Confirm your alerts for ${name}`,
    preheader: `One press switches on alerts for ${name} on ${days}.`,
    about: [name, days],
    heading: 'Switch on your alerts',
    paragraphs: [
      `Press the button, and we write to this address the minute a ride at ${name} has a short wait on ${days}.`,
    ],
    action: {
      label: 'Confirm my alerts',
      path: `/confirm-alerts?token=${encodeURIComponent(token)}`,
      worksUntil: expiresAt.toISOString(),
    },
    closing: 'If you did not ask for this, do nothing: without the button no alert is ever sent to you.',
    reason: `You get this because somebody entered this address to receive ride alerts for ${name}.`,
    shortText: `Confirm your alerts for ${name}.`,
  }
}
