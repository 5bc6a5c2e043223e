import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { MAIL_REQUESTS_CHANNEL } from '../db/mail-requests.ts'
import { answerMailRequests } from '../use-cases/mail-links/answer-mail-requests.ts'
import type { MailLinkDeps } from '../use-cases/mail-links/send-mail-link.ts'

const INTERVAL_MS = 5_000

/** Each request for a mail wakes the job by a notification of PostgreSQL. */
export function createAnswerMailRequests(deps: MailLinkDeps & { db: Database }): Job {
  return {
    name: 'answer-mail-requests',
    intervalMs: INTERVAL_MS,
    wakeOn: MAIL_REQUESTS_CHANNEL,
    run: () => answerMailRequests(deps),
  }
}
