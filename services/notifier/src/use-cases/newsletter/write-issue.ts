import type { FinalDecision } from '@walkon/contracts/http/decision'
import type { ChangedIssue, IssueView, NewIssue } from '@walkon/contracts/http/newsletter-issues'
import type { Page, PageQuery } from '@walkon/contracts/http/page'
import { audit, auditOnce, demandVersion } from '@walkon/runtime/admin-actions'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { versionOf } from '@walkon/service/version-of'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import {
  insertIssue,
  ISSUES_CHANNEL,
  listIssueOutcomes,
  listIssues,
  lockIssue,
  saveDraft,
  type IssueOutcome,
  type IssueRow,
} from '../../db/newsletter/newsletter-issues.ts'
import { toIssueMails } from '../../domain/issue-mails.ts'

export type IssueDeps = { db: Database; now: () => Date }

/** Lists the issues, the newest first, with the outcomes of their mails. */
export async function showIssues(db: Database, page: PageQuery): Promise<Page<IssueView>> {
  const { items, next } = await listIssues(db, page)
  const outcomes = await listIssueOutcomes(
    db,
    items.map(({ id }) => id),
  )
  return { items: items.map((row) => toIssueView(row, outcomes.get(row.id))), next }
}

export async function writeIssue(
  { db, now }: IssueDeps,
  adminId: string,
  words: NewIssue,
): Promise<IssueView> {
  const row = await db.transaction(async (tx) => {
    const issue = await insertIssue(tx, { ...words, createdAt: now() })
    await audit(tx, { actorId: adminId, action: 'write-issue', subjectId: issue.id, now: now() })
    return issue
  })
  return toIssueView(row)
}

/** Changes a draft as it was seen. Throws `issue-not-found`, `issue-sent`, `decision-conflict`. */
export async function changeIssue(
  { db, now }: IssueDeps,
  adminId: string,
  issueId: string,
  { version, ...words }: ChangedIssue,
): Promise<IssueView> {
  const row = await db.transaction(async (tx) => {
    demandDraft(await getIssue(tx, issueId), version)
    await audit(tx, { actorId: adminId, action: 'change-issue', subjectId: issueId, now: now() })
    return saveDraft(tx, issueId, words)
  })
  return toIssueView(row)
}

/**
 * Sends a draft off as it was seen, once for each `requestId`, also if two admins press at the same moment. Throws `issue-not-found`, `issue-sent`,
 * `decision-conflict`.
 */
export async function sendIssue(
  { db, now }: IssueDeps,
  adminId: string,
  issueId: string,
  { requestId, version }: FinalDecision,
): Promise<IssueView> {
  const row = await db.transaction(async (tx) => {
    const issue = await getIssue(tx, issueId)
    const at = now()
    const act = { actorId: adminId, action: 'send-issue', subjectId: issueId, now: at }
    if (!(await auditOnce(tx, { ...act, requestId }))) {
      demandVersion(version, versionOfIssue(issue))
      return issue
    }
    demandDraft(issue, version)
    wakeAfterCommit(tx, ISSUES_CHANNEL)
    return saveDraft(tx, issueId, { sentAt: at })
  })
  return toIssueView(row)
}

async function getIssue(tx: Transaction, issueId: string): Promise<IssueRow> {
  const issue = await lockIssue(tx, issueId)
  if (!issue) throw new AppError('issue-not-found', 'No issue has this id')
  return issue
}

function demandDraft(issue: IssueRow, version: number): void {
  if (issue.sentAt !== null) throw new AppError('issue-sent', 'The issue was sent already')
  demandVersion(version, versionOfIssue(issue))
}

const versionOfIssue = ({ subject, markdown }: IssueRow): number => versionOf(subject, markdown)

const toIssueView = (row: IssueRow, outcomes: IssueOutcome[] = []): IssueView => ({
  issueId: row.id,
  subject: row.subject,
  markdown: row.markdown,
  version: versionOfIssue(row),
  state: row.sentAt === null ? 'draft' : row.queuedAt === null ? 'sending' : 'sent',
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  queuedAt: row.queuedAt?.toISOString() ?? null,
  mails: toIssueMails(outcomes),
  outcomes: outcomes.map(({ state, mails, lastAt }) => ({ state, mails, lastAt: lastAt.toISOString() })),
})
