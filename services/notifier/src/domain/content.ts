import type { EventOf } from '@walkon/contracts/event'
import type { alertTriggered, ToldAlert } from '@walkon/contracts/events/alerts'
import type { Letter } from '@walkon/contracts/letter'

type AlertTriggered = EventOf<typeof alertTriggered>['data']

/** The alerts one message names, and what else its words need. The delivery says whom it goes to. */
export type RideAlerts = { kind: 'ride-alerts' } & Omit<AlertTriggered, 'email' | 'recipients' | 'alerts'> & {
    alerts: ToldAlert[]
    /** A text to the number of the visitor's plan: it goes only while that is the number. */
    isOfPlan?: boolean
  }

/**
 * Asks the owner of a number whether alerts may go there, once more if there was no answer. `about` is whose alerts, masked, where the
 * number was asked about those of several visitors.
 */
export type NumberQuestion = { kind: 'number-question'; isReminder: boolean; about?: string }

/** A ride that is short now. */
export type ShortRide = { rideName: string; waitMinutes: number }

/** The content of an answer to a reply. */
export type ReplyAnswer = {
  kind: 'reply-answer'
  to: /** With the rides that alerted by another way just before, in the order of their names; an answer that an earlier release queued has none. */
    | { kind: 'yes'; short?: ShortRide[]; alertIds?: string[] }
    | { kind: 'done'; rides: string[] }
    | { kind: 'snooze'; minutes: number }
    /** The answer to a DONE or SNOOZE before anything was told. */
    | { kind: 'nothing' }
    /** The last text that a number gets after STOP. */
    | { kind: 'stopped' }
    | { kind: 'started' }
    | { kind: 'help' }
    /** The answer to a text that was not understood. */
    | { kind: 'unclear' }
}

/** Says that it is a test. */
export type TestAlert = { kind: 'test-alert' }

/** An issue of the newsletter, in the Markdown of the contracts. */
export type NewsletterIssue = { kind: 'newsletter-issue'; subject: string; markdown: string }

/** The content of a message, in every channel. */
export type DeliveryContent = RideAlerts | Letter | NumberQuestion | ReplyAnswer | TestAlert | NewsletterIssue

/**
 * True if a message that was not sent yet follows its account to a new address: alerts, and letters that lead to the owner's alerts. Any
 * other letter answers a request for its mailbox, or guards it.
 */
export const followsItsOwner = (content: DeliveryContent): boolean =>
  content.kind === 'ride-alerts' ||
  (content.kind === 'letter' &&
    (content.subscriptionId !== undefined || (content.action !== undefined && 'page' in content.action)))

/** True if a letter holds the key to something: it shows that its reader has the mailbox, which no device does. */
export const isForMailboxAlone = ({ code, action }: Letter): boolean =>
  code !== undefined || (action !== undefined && 'path' in action && action.worksUntil !== undefined)
