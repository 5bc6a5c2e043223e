import type { EventOf } from '@walkon/contracts/event'
import type { alertTriggered } from '@walkon/contracts/events/alerts'
import type { Letter } from '@walkon/contracts/letter'

type AlertTriggered = EventOf<typeof alertTriggered>['data']

/** The alerts one message names, and what its words need besides. Whom it goes to is the delivery's. */
export type RideAlerts = { kind: 'ride-alerts' } & Omit<AlertTriggered, 'email' | 'recipients'>

/** What a message says, in every channel. */
export type DeliveryContent = RideAlerts | Letter

/**
 * Whether an account that changes its address takes a message along that was not sent yet: alerts, and letters that lead to the
 * owner's alerts. Any other letter answers a request for its mailbox, or guards it.
 */
export const followsItsOwner = (content: DeliveryContent): boolean =>
  content.kind === 'ride-alerts' ||
  content.subscriptionId !== undefined ||
  (content.action !== undefined && 'page' in content.action)
