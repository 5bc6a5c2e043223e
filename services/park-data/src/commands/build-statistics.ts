import { loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parkData } from '../app.ts'
import { settings } from '../config.ts'
import { buildStatistics } from '../use-cases/history/build-statistics.ts'

/**
 * Builds the statistics of all days whose observations are kept anew, in the database that DATABASE_URL names:
 *
 *   walkon build-statistics
 *
 * Older counts stay as they are. The limits that fit each ride are published for each park.
 */

const needed = settings.pick({ DATABASE_URL: true, RETENTION_DAYS: true })
const { DATABASE_URL: url, RETENTION_DAYS: retentionDays } = loadSettings(needed, process.env)
const { db, close } = connectPostgres({
  url,
  schema: parkData.schema,
  poolSize: 2,
  applicationName: 'park-data-build-statistics',
})
try {
  const parks = await buildStatistics({ db, retentionDays, now: () => new Date() }, { again: true })
  process.stdout.write(`The statistics of ${parks} parks are built.\n`)
} finally {
  await close()
}
