import type { FinalDecision } from '@walkon/contracts/http/decision'
import { issueView, type IssueView, type NewIssue } from '@walkon/contracts/http/newsletter-issues'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'

/** Everything that an admin asks notifier about the issues of the newsletter. */

export const issuesPath = '/notifications/newsletter/issues'

const WHILE_SENDING_MS = 2_000

type Shown = { state: { data?: { pages: { items: IssueView[] }[] } | undefined } }

/** The newest first. While one is being sent, its figures are kept fresh. */
export const issuesQuery = (caller: Caller) => ({
  ...pagesQuery(issueView, issuesPath, caller),
  refetchInterval: ({ state: { data } }: Shown) =>
    data?.pages.some(({ items }) => items.some(({ state }) => state === 'sending'))
      ? WHILE_SENDING_MS
      : false,
})

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
