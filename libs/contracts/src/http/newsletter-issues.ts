import { z } from 'zod/mini'
import { lineOf, toText } from '../plain-text.ts'
import { instant } from '../values.ts'
import { seenVersion } from './decision.ts'

/** Newsletter issues that admins write to the subscribers: notifier's API under `/api/notifications/newsletter/issues`. */

export const MAX_SUBJECT = 160
export const MAX_MARKDOWN = 20_000

/** `markdown` is that of `markdown.ts`. */
export const newIssue = z.strictObject({
  subject: z.string().check(z.regex(lineOf(MAX_SUBJECT))),
  markdown: z.string().check(
    z.minLength(1),
    z.maxLength(MAX_MARKDOWN),
    z.refine((text) => toText(text) !== '' && text.isWellFormed() && !text.includes('\0'), {
      error: 'must hold text',
    }),
  ),
})
export type NewIssue = z.output<typeof newIssue>

/** `version` is the draft that was edited: another admin's change of it is not overwritten unseen. */
export const changedIssue = z.strictObject({ ...newIssue.shape, version: seenVersion })
export type ChangedIssue = z.output<typeof changedIssue>

/** Mails an issue to the caller, once for each `requestId`. */
export const issueTest = z.strictObject({ requestId: z.uuid() })

/** An issue's mails by outcome. `sent` are those that Postmark has taken and that are not known to have come back. */
const issueMails = z.object({
  waiting: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
})

/** `sending` until the last subscriber's mail is queued. */
export const issueView = z.object({
  issueId: z.uuid(),
  subject: z.string(),
  markdown: z.string(),
  /** The version of subject and text. */
  version: seenVersion,
  state: z.enum(['draft', 'sending', 'sent']),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** When the last subscriber's mail was queued. */
  queuedAt: z.nullable(instant),
  mails: issueMails,
  /** Its mails by the state of their deliveries, each with the newest change, as far as they are kept. */
  outcomes: z.array(z.object({ state: z.string(), mails: z.int(), lastAt: instant })),
})
export type IssueView = z.output<typeof issueView>
