import { WOKEN, type Job } from '@walkon/service/jobs'
import { ISSUES_CHANNEL } from '../db/newsletter/newsletter-issues.ts'
import { queueIssueMails } from '../use-cases/newsletter/mail-issue.ts'
import type { IssueDeps } from '../use-cases/newsletter/write-issue.ts'

/** The mails of an issue of the newsletter, a few hundred at a time. */
export const mailIssues = (deps: IssueDeps): Job => ({
  name: 'mail-issues',
  ...WOKEN,
  wakeOn: ISSUES_CHANNEL,
  run: () => queueIssueMails(deps),
})
