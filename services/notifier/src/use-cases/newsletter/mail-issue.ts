import type { Account } from '@walkon/service/access-tokens'
import { auditOnce } from '@walkon/runtime/admin-actions'
import { AppError } from '@walkon/service/errors'
import { insertDeliveries, type NewDelivery } from '../../db/deliveries/deliveries.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import {
  countQueued,
  findIssue,
  hasIssueUnderWay,
  listReaders,
  lockIssueUnderWay,
  saveProgress,
  type IssueRow,
} from '../../db/newsletter/newsletter-issues.ts'
import { toOwnLetter } from '../letters/own-letters.ts'
import type { IssueDeps } from './write-issue.ts'

/** Mails of issues that wait to be sent at one time: an alert that is queued behind them waits for no more than that. */
const MOST_QUEUED = 250
/** News is old by then. */
const USEFUL_DAYS = 7

/**
 * Queues the next mails of the issue under way, in the order of the subscribers' hashes. It queues only as many as the senders have sent
 * since. The queue of a hundred thousand is the list of subscribers, not that of the alerts. Each subscriber is queued once. True if there
 * may be more, `waiting` until the senders have made room. Without an issue under way it makes one short query.
 */
export async function queueIssueMails({ db, now }: IssueDeps): Promise<boolean | 'waiting'> {
  if (!(await hasIssueUnderWay(db))) return false
  return db.transaction(async (tx) => {
    await lockForInserts(tx)
    const issue = await lockIssueUnderWay(tx)
    if (!issue) return false
    const room = MOST_QUEUED - (await countQueued(tx, issue.id, MOST_QUEUED))
    if (room === 0) return 'waiting'
    const readers = await listReaders(tx, issue, room)
    await insertDeliveries(
      tx,
      readers.map(({ email }) => toDelivery(issue, email, { sourceId: issue.id, at: issue.sentAt })),
    )
    const last = readers.at(-1)
    await saveProgress(tx, issue.id, {
      ...(last && { queuedTo: last.emailHash }),
      ...(readers.length < room && { queuedAt: now() }),
    })
    return readers.length === room
  })
}

/** Mails an issue in any state to the admin alone, once for each `requestId`. Throws `issue-not-found`. */
export async function mailIssueToOneself(
  { db, now }: IssueDeps,
  { userId: actorId, email }: Account,
  issueId: string,
  { requestId }: { requestId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForInserts(tx)
    const issue = await findIssue(tx, issueId)
    if (!issue) throw new AppError('issue-not-found', 'No issue has this id')
    const at = now()
    const act = { actorId, action: 'test-issue', subjectId: issueId, now: at }
    if (!(await auditOnce(tx, { ...act, requestId }))) return
    await insertDeliveries(tx, [toDelivery(issue, email, { sourceId: requestId, at })])
  })
}

const toDelivery = (
  { subject, markdown }: IssueRow,
  email: string,
  { sourceId, at }: { sourceId: string; at: Date },
): NewDelivery =>
  toOwnLetter({
    sourceId,
    email,
    list: 'newsletter',
    content: { kind: 'newsletter-issue', subject, markdown },
    usefulHours: USEFUL_DAYS * 24,
    now: at,
  })
