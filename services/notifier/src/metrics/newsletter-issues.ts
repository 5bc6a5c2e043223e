import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countStandingIssues } from '../db/newsletter/newsletter-issues.ts'

/** No service requests the mails of an issue, so that `letters_unaccounted` does not know them. */
export function measureIssues(db: Database, registry: Metrics): void {
  const standing: Gauge = new Gauge({
    name: 'newsletter_issues_unaccounted',
    help: 'Newsletter issues that were sent off and of which no mail has moved for ten minutes, though not all are queued',
    registers: [registry],
    collect: async () => standing.set(await countStandingIssues(db)),
  })
}
