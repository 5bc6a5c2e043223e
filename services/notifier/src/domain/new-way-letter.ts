import type { Letter } from '@walkon/contracts/letter'
import { maskNumber } from '@walkon/contracts/mask'

/** A new way for an address's alerts, beside its mailbox. */
export type NewWay =
  /** The holder of a link may have named it, so no letter says its name. */
  | { kind: 'device' }
  /** A plan's number. */
  | { kind: 'number'; number: string }
  /** That an order was placed with. */
  | { kind: 'order-number'; number: string }
  /** A webhook of the account; no letter says its address, which can hold a secret. */
  | { kind: 'webhook' }

/** The holder of a link can have added it. */
const OF_ALERTS: Pick<Letter, 'action' | 'closing' | 'further'> = {
  action: { label: 'See where your alerts go', page: 'manage-alerts' },
  closing:
    'If it was you, there is nothing to do. If it was not you, remove it on the page of your alerts, and end all links of our emails on your account page: someone else may have one.',
  further: [{ label: 'Your account', path: '/account' }],
}

/** Only a logged-in user can have added it. */
const OF_ACCOUNT: Pick<Letter, 'action' | 'closing' | 'further'> = {
  action: { label: 'Open your account', path: '/account' },
  closing:
    'If it was you, there is nothing to do. If it was not you, remove it there, log out everywhere and change your password.',
  further: [],
}

/** Tells the owner of an address that its alerts go to another place too. */
export function toNewWayLetter(way: NewWay): Letter {
  const { subject, told } = toWords(way)
  return {
    kind: 'letter',
    name: 'new-way',
    subject,
    preheader: told,
    about: ['Your alerts'],
    heading: subject,
    paragraphs: [told],
    ...(way.kind === 'webhook' ? OF_ACCOUNT : OF_ALERTS),
    reason: 'You’re getting this because of where the alerts of this address go. We always tell you.',
    shortText: `${subject}.`,
  }
}

function toWords(way: NewWay): { subject: string; told: string } {
  switch (way.kind) {
    case 'device':
      return {
        subject: 'A new device gets your alerts',
        told: 'A device now gets your ride alerts as push notifications. The page of your alerts lists it by its name.',
      }
    case 'webhook':
      return {
        subject: 'A web address gets your alerts',
        told: 'Your alerts are now posted to a web address that was added on your account page. The page lists it.',
      }
    case 'number':
      return {
        subject: 'A new phone number gets your alerts',
        told: `The number ${maskNumber(way.number)} gets the ride alerts of your plan by text, once its phone has answered YES.`,
      }
    case 'order-number':
      return {
        subject: 'A new phone number gets your alerts',
        told: `An order for your address was placed with the number ${maskNumber(way.number)}. It gets the alerts of that order by text, once its phone has answered YES.`,
      }
    default:
      return way satisfies never
  }
}
