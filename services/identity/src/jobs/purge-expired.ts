import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Settings } from '../config.ts'
import type { SessionLife } from '../domain/session-life.ts'
import { purgeExpired } from '../use-cases/purge-expired.ts'

const INTERVAL_MS = 10 * 60_000

export function createPurgeExpired({
  db,
  life,
  settings,
}: {
  db: Database
  life: () => SessionLife
  settings: Pick<Settings, 'ADMIN_ACTION_RETENTION_DAYS'>
}): Job {
  return {
    name: 'purge-expired',
    intervalMs: INTERVAL_MS,
    run: () => purgeExpired(db, life(), settings.ADMIN_ACTION_RETENTION_DAYS),
  }
}
