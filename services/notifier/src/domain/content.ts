import type { EventOf } from '@walkon/contracts/event'
import type { alertTriggered } from '@walkon/contracts/events/alerts'
import type { Letter } from '@walkon/contracts/letter'

type AlertTriggered = EventOf<typeof alertTriggered>['data']

/** The alerts one message names, and what its words need besides. Whom it goes to is the delivery's. */
export type RideAlerts = { kind: 'ride-alerts' } & Omit<AlertTriggered, 'email' | 'recipients'>

/** What a message says, in every channel. */
export type DeliveryContent = RideAlerts | Letter
