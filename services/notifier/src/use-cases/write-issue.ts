import type { IssueView, NewIssue } from '@walkon/contracts/http/newsletter-issues'
import type { Page, PageQuery } from '@walkon/contracts/http/page'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database, Queryable } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import {
  countIssueMails,
  findIssue,
  insertIssue,
  listIssues,
  saveDraft,
  type IssueMails,
  type IssueRow,
} from '../db/newsletter-issues.ts'

export type IssueDeps = { db: Database; now: () => Date }

const NO_MAILS: IssueMails = { waiting: 0, sent: 0, delivered: 0, failed: 0 }

/** The issues, the newest first, with what became of their mails. */
export async function showIssues(db: Database, page: PageQuery): Promise<Page<IssueView>> {
  const { items, next } = await listIssues(db, page)
  const mails = await countIssueMails(
    db,
    items.map(({ id }) => id),
  )
  return { items: items.map((row) => toIssueView(row, mails.get(row.id))), next }
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

/** Changes a draft. Throws `issue-not-found`, `issue-sent`. */
export async function changeIssue(
  { db, now }: IssueDeps,
  adminId: string,
  issueId: string,
  words: NewIssue,
): Promise<IssueView> {
  const row = await db.transaction(async (tx) => {
    const issue = await saveDraft(tx, issueId, words)
    if (!issue) throw await refuse(tx, issueId)
    await audit(tx, { actorId: adminId, action: 'change-issue', subjectId: issueId, now: now() })
    return issue
  })
  return toIssueView(row)
}

/** Sends a draft off, once, also if two admins press at the same moment. Throws `issue-not-found`, `issue-sent`. */
export async function sendIssue(
  { db, now }: IssueDeps,
  adminId: string,
  issueId: string,
): Promise<IssueView> {
  const row = await db.transaction(async (tx) => {
    const issue = await saveDraft(tx, issueId, { sentAt: now() })
    if (!issue) throw await refuse(tx, issueId)
    await audit(tx, { actorId: adminId, action: 'send-issue', subjectId: issueId, now: now() })
    return issue
  })
  return toIssueView(row)
}

async function refuse(db: Queryable, issueId: string): Promise<AppError> {
  const issue = await findIssue(db, issueId)
  return issue
    ? new AppError('issue-sent', 'The issue was sent already')
    : new AppError('issue-not-found', 'No issue has this id')
}

const toIssueView = (row: IssueRow, mails = NO_MAILS): IssueView => ({
  issueId: row.id,
  subject: row.subject,
  markdown: row.markdown,
  state: row.sentAt === null ? 'draft' : row.queuedAt === null ? 'sending' : 'sent',
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  mails,
})
