import type { Job } from '@walkon/service/jobs'
import { queueIssueMails } from '../use-cases/mail-issue.ts'
import type { IssueDeps } from '../use-cases/write-issue.ts'

const INTERVAL_MS = 1_000

/** The mails of an issue of the newsletter, a few hundred at a time. */
export const mailIssues = (deps: IssueDeps): Job => ({
  name: 'mail-issues',
  intervalMs: INTERVAL_MS,
  run: () => queueIssueMails(deps),
})
