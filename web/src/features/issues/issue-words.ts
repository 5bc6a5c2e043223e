import type { ISSUE_CODES } from '@walkon/contracts/http/notifier-codes'
import type { IssueView } from '@walkon/contracts/http/newsletter-issues'
import { ApiError } from '../../lib/api.ts'
import { dayWords } from '../../lib/day-words.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { problemText } from '../../lib/problem-texts.ts'

const TEXTS: Record<keyof typeof ISSUE_CODES | 'decision-conflict', ProblemText> = {
  'decision-conflict': {
    title: 'Changed meanwhile',
    text: 'Another admin has changed this draft since you read it. Nothing was done: open the draft below again.',
  },
  'issue-not-found': { title: 'Not found', text: 'This issue no longer exists. Please reload the page.' },
  'issue-sent': {
    title: 'Already sent',
    text: 'Another admin has sent this issue. Please reload the page.',
  },
}
const KNOWN: Record<string, ProblemText | undefined> = TEXTS

export const issueProblem = (error: unknown): ProblemText =>
  (error instanceof ApiError ? KNOWN[error.code] : undefined) ?? problemText(error)

/** Words of a form before it asks the server. */
export const ENTRY_TEXTS = {
  subject: { title: 'Subject required', text: 'Please enter one line that says what is inside.' },
  markdown: { title: 'Nothing written', text: 'Please write the issue.' },
} satisfies Record<string, ProblemText>

const count = (mails: number) => mails.toLocaleString('en-US')

/** How far an issue is, and the outcomes of its mails. */
export function stateWords({ state, sentAt, mails }: IssueView): string {
  if (state === 'draft') return 'Draft'
  const day = dayWords(sentAt ?? '')
  const parts = [
    state === 'sending' ? `Sending since ${day}` : `Sent ${day}`,
    `${count(mails.sent)} sent`,
    `${count(mails.delivered)} delivered`,
    ...(mails.waiting > 0 ? [`${count(mails.waiting)} waiting`] : []),
    ...(mails.failed > 0 ? [`${count(mails.failed)} not sent or returned`] : []),
  ]
  return parts.join(' · ')
}
