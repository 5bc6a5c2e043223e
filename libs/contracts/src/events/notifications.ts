import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { letter, type Letter } from '../letter.ts'
import { channel, feedId, instant, mailList, recipient, suppressionScope, type MailList } from '../values.ts'

/** Facts published by notifier, and the request that every service may address to it. */

/**
 * The list that the letter belongs to: an address that has left it gets no such mail. Without one the letter cannot be left. A letter with
 * `whenUnsubscribed` reaches those who left, too, and belongs to none.
 */
const listOfLetter = z.optional(mailList)

const belongsToOneList = ({ list, notification }: { list?: MailList | undefined; notification: Letter }) =>
  list === undefined || notification.whenUnsubscribed === undefined
const TWO_LISTS = { error: 'A letter with whenUnsubscribed belongs to no list' }

export const notificationRequested = defineEvent({
  type: 'NotificationRequested',
  summary: 'A request to write a letter to a person, once.',
  topic: 'notifications.requested',
  publisher: 'any',
  key: (data) => data.notificationId,
  data: z
    .object({
      notificationId: z.uuid(),
      recipient,
      notification: letter,
      list: listOfLetter,
      /** A letter that is not sent by then is dropped, because it is of no use any more. */
      expiresAt: instant,
    })
    .refine(belongsToOneList, TWO_LISTS),
})

export const notificationCancelled = defineEvent({
  type: 'NotificationCancelled',
  summary: 'A letter that was asked for is needed no longer: it is sent no more, and nothing is kept of it.',
  topic: 'notifications.requested',
  publisher: 'any',
  key: (data) => data.notificationId,
  data: z.object({ notificationId: z.uuid() }),
})

export const userNotificationRequested = defineEvent({
  type: 'UserNotificationRequested',
  summary:
    'A request to write a letter to a user, once: by mail to the address that the account has when it is sent, and to its push devices.',
  topic: 'notifications.requested',
  publisher: 'any',
  key: (data) => data.notificationId,
  data: z
    .object({
      notificationId: z.uuid(),
      userId: z.uuid(),
      notification: letter,
      list: listOfLetter,
      /** A letter that is not sent by then is dropped, also one whose user is not known yet. */
      expiresAt: instant,
    })
    .refine(belongsToOneList, TWO_LISTS),
})

/** `accepted` is the provider's answer; `delivered` and `bounced` follow from its webhooks. */
export const deliveryOutcome = z.enum(['accepted', 'delivered', 'bounced', 'failed', 'expired', 'suppressed'])
export type DeliveryOutcome = z.output<typeof deliveryOutcome>

export const deliveryRecorded = defineEvent({
  type: 'DeliveryRecorded',
  summary:
    'A delivery has come to an end state, or has moved on from one (accepted to delivered or bounced).',
  topic: 'notifications.deliveries',
  publisher: 'notifier',
  key: (data) => data.deliveryId,
  data: z.object({
    deliveryId: z.uuid(),
    channel,
    outcome: deliveryOutcome,
    /** A stable code that says why, for every outcome but accepted and delivered. */
    reason: z.string().nullable(),
    /** The alerts the message named; empty for other notifications. */
    alerts: z.array(z.object({ alertId: z.uuid(), rideId: feedId })),
    recordedAt: instant,
  }),
})

export const letterSettled = defineEvent({
  type: 'LetterSettled',
  summary:
    'A letter that a service requested has come to an end on one of its ways, or to none: then it is dropped. Published once more when the letter is requested once more.',
  topic: 'notifications.letters',
  publisher: 'notifier',
  key: (data) => data.notificationId,
  data: z.object({
    notificationId: z.uuid(),
    outcome: z.enum([...deliveryOutcome.options, 'dropped']),
    /** A stable code that says why, for every outcome but accepted and delivered. */
    reason: z.string().nullable(),
    settledAt: instant,
  }),
})

export const recipientReplied = defineEvent({
  type: 'RecipientReplied',
  summary: 'A recipient of alerts answered the message that named them. No address travels.',
  topic: 'notifications.deliveries',
  publisher: 'notifier',
  key: (data) => data.deliveryId,
  data: z.object({
    /** The delivery that was answered. */
    deliveryId: z.uuid(),
    /** `done`: its rides are silent for the park's day. `snooze`: no alert of any ride for so many minutes. */
    reply: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('done') }),
      z.object({
        kind: z.literal('snooze'),
        minutes: z
          .int()
          .min(1)
          .max(24 * 60),
      }),
    ]),
    alertIds: z.array(z.uuid()).min(1),
    repliedAt: instant,
  }),
})

export const recipientSuppressed = defineEvent({
  type: 'RecipientSuppressed',
  summary: 'This address is not written to any more. Only its hash travels.',
  topic: 'notifications.deliveries',
  publisher: 'notifier',
  key: (data) => data.addressHash,
  data: z.object({
    channel,
    /** SHA-256 of the normalised address, hex. */
    addressHash: z.string(),
    reason: z.enum(['unsubscribed', 'bounced', 'complained', 'invalid']),
    /** The mails that end: those of one list (`alerts`: the ride alerts), or letters too, also those that the address asks for. */
    scope: suppressionScope,
    suppressedAt: instant,
  }),
})

export const mailListLeft = defineEvent({
  type: 'MailListLeft',
  summary:
    'An address gets no more mail of one list, because its owner left that list or reported it as spam.',
  topic: 'notifications.lists',
  publisher: 'notifier',
  key: (data) => data.addressHash,
  data: z.object({
    list: mailList,
    /** SHA-256 of the normalised address, hex. */
    addressHash: z.string(),
    /** The account that has the address; null where none is known. */
    userId: z.nullable(z.uuid()),
    leftAt: instant,
  }),
})

export const numberConfirmationsChanged = defineEvent({
  type: 'NumberConfirmationsChanged',
  summary:
    'Whose alerts the owner of a number agrees to get by text has changed: by YES, STOP or START, or because a visitor moved or was erased. Each event has the whole state of its number.',
  topic: 'notifications.numbers',
  publisher: 'notifier',
  key: (data) => data.numberHash,
  data: z.object({
    /** SHA-256 of the number, hex. */
    numberHash: z.string(),
    /** Null once the number gets no visitor's alerts. */
    number: z.nullable(z.e164()),
    /** SHA-256 of each address whose alerts the number gets, hex. */
    emailHashes: z.array(z.string()),
    /** The later of two events of a number stands. */
    changedAt: instant,
  }),
})
