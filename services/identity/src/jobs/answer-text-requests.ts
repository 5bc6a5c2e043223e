import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { TEXT_REQUESTS_CHANNEL } from '../db/text-codes.ts'
import { answerTextRequests } from '../use-cases/texts/answer-text-requests.ts'
import type { MailLinkDeps } from '../use-cases/mail-links/send-mail-link.ts'

const INTERVAL_MS = 5_000

/** Each request for a code wakes the job by a notification of PostgreSQL. */
export function createAnswerTextRequests(deps: MailLinkDeps & { db: Database }): Job {
  return {
    name: 'answer-text-requests',
    intervalMs: INTERVAL_MS,
    wakeOn: TEXT_REQUESTS_CHANNEL,
    run: () => answerTextRequests(deps),
  }
}
