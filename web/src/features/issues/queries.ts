import type { FinalDecision } from '@walkon/contracts/http/decision'
import { issueView, type IssueView, type NewIssue } from '@walkon/contracts/http/newsletter-issues'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'

/** Everything that an admin asks notifier about the issues of the newsletter. */

export const issuesPath = '/notifications/newsletter/issues'

const WHILE_SENDING_MS = 2_000
const WHILE_RECEIPTS_COME_MS = 10_000
/** Receipts of a mail come in minutes; one that has none by then is not waited for. */
const RECEIPTS_WITHIN_MS = 3_600_000

type Shown = { state: { data?: { pages: { items: IssueView[] }[] } | undefined } }

/** The newest first. The figures stay fresh while an issue is being sent and while receipts of its mails come. */
export const issuesQuery = (caller: Caller) => ({
  ...pagesQuery(issueView, issuesPath, caller),
  refetchInterval: ({ state: { data } }: Shown) => {
    const issues = data?.pages.flatMap(({ items }) => items) ?? []
    if (issues.some(isBeingSent)) return WHILE_SENDING_MS
    return issues.some((issue) => awaitsReceipts(issue, Date.now())) ? WHILE_RECEIPTS_COME_MS : false
  },
})

const isBeingSent = ({ state, mails }: IssueView) => state === 'sending' || mails.waiting > 0

const awaitsReceipts = ({ sentAt, mails }: IssueView, now: number) =>
  sentAt !== null && mails.delivered < mails.sent && now - Date.parse(sentAt) < RECEIPTS_WITHIN_MS

/** A new draft, or a changed one as it was opened. */
export const saveIssue = (caller: Caller, words: NewIssue, draft?: IssueView) =>
  request(issueView, draft === undefined ? issuesPath : `${issuesPath}/${draft.issueId}`, {
    method: draft === undefined ? 'POST' : 'PUT',
    caller,
    body: { ...words, ...(draft && { version: draft.version }) },
  })

/** Tests an issue once for each `requestId`, however often it is sent. */
export const testIssue = (caller: Caller, issueId: string, requestId: string) =>
  request(unknown(), `${issuesPath}/${issueId}/test`, { method: 'POST', caller, body: { requestId } })

export const sendIssue = (caller: Caller, issueId: string, body: FinalDecision) =>
  request(issueView, `${issuesPath}/${issueId}/send`, { method: 'POST', caller, body })
