import { hashAddress } from '@walkon/service/address-hash'
import postgres, { type Sql } from 'postgres'
import { eventually } from '../support/walkon-client.ts'
import { startPipeline } from './alert-pipeline.ts'
import { observe, openParks, percentile, toDelays, activationsMailed } from './bench-parks.ts'
import { millisecondsOf, scaled } from './measures.ts'
import { figure, mustBe, type BenchResult } from './result.ts'

const READERS = 10_000
const WARM_UP_SECONDS = 5
const SECONDS = 20
const ALERTS_PER_SECOND = 5

/** How long alerts take from the observation to the mail provider while an issue of the newsletter goes out, beside how long they take without. */
export async function benchNewsletter(
  serverUrl: string,
  folder: string,
  scale: number,
): Promise<BenchResult[]> {
  const readers = scaled(READERS, scale, 200)
  const seconds = scaled(SECONDS, scale, 2)
  const { parkDataDb, databaseUrl, sandboxUrl, stop } = await startPipeline(serverUrl, folder)
  const sql = postgres(databaseUrl, { max: 2, connection: { search_path: 'notifier' } })
  try {
    const parks = await openParks(parkDataDb)
    await activationsMailed(sandboxUrl)
    const fall = (fallenBefore: number) =>
      observe(parkDataDb, parks, {
        warmUp: fallenBefore === 0 ? WARM_UP_SECONDS : 0,
        seconds,
        alertsPerSecond: ALERTS_PER_SECOND,
        fallenBefore,
      })
    const without = await fall(0)
    const results = await toResults(sql, without, without.size, 'without a newsletter')

    await subscribe(sql, readers)
    await sendIssue(sql)
    let beside: BenchResult[] = []
    const took = await millisecondsOf(async () => {
      const fallen = await fall(seconds * ALERTS_PER_SECOND)
      const sentMeanwhile = await countIssueMails(sql)
      beside = [
        figure('mails of the issue sent while the rides fell', sentMeanwhile, 'mails'),
        ...(await toResults(sql, fallen, without.size + fallen.size, 'while a newsletter goes out')),
      ]
      await eventually(async () => (await countIssueMails(sql)) >= readers)
    })
    return [
      ...results,
      ...beside,
      figure(`an issue for ${readers} readers, from its start to its last mail`, took / 1_000, 's'),
      mustBe('mails of the issue', await countIssueMails(sql), 'mails', readers),
    ]
  } finally {
    await sql.end()
    await stop()
  }
}

/** Of the rides that fell in a round; waits until all that ever fell are accepted. */
async function toResults(
  sql: Sql,
  fell: Map<string, number>,
  fallenInAll: number,
  when: string,
): Promise<BenchResult[]> {
  await eventually(async () => (await acceptedAlerts(sql)).size >= fallenInAll)
  const { sortedMs, lost, doubled } = toDelays(fell, await acceptedAlerts(sql))
  return [
    figure(`observation to accepted, median ${when}`, percentile(sortedMs, 0.5), 'ms'),
    figure(`observation to accepted, p95 ${when}`, percentile(sortedMs, 0.95), 'ms'),
    mustBe(`alerts lost ${when}`, lost, 'alerts', 0),
    mustBe(`alerts doubled ${when}`, doubled, 'alerts', 0),
  ]
}

/** When the mails that name each ride were accepted, in milliseconds since the epoch. */
async function acceptedAlerts(sql: Sql): Promise<Map<string, number[]>> {
  const rows = await sql<{ rideName: string; acceptedMs: number[] }[]>`
    select a.ride_name as "rideName", array_agg(extract(epoch from d.accepted_at)::float8 * 1000) as "acceptedMs"
    from delivery_alerts a join deliveries d on d.id = a.delivery_id
    where d.accepted_at is not null group by a.ride_name`
  return new Map(rows.map(({ rideName, acceptedMs }) => [rideName, acceptedMs]))
}

async function countIssueMails(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from deliveries where list = 'newsletter' and accepted_at is not null`
  return row?.count ?? 0
}

/** Readers who have said yes. */
async function subscribe(sql: Sql, readers: number): Promise<void> {
  const rows = Array.from({ length: readers }, (_, number) => {
    const email = `reader-${number}@readers.example`
    return { email, email_hash: hashAddress(email), confirmed_at: new Date() }
  })
  for (let first = 0; first < rows.length; first += 1_000) {
    await sql`insert into newsletter_subscribers ${sql(rows.slice(first, first + 1_000))}`
  }
}

/** As an admin does. */
const sendIssue = (sql: Sql) => sql`
  insert into newsletter_issues (subject, markdown, created_at, sent_at)
  values ('Quiet weeks ahead', ${'# When to go\n\nThe **first** weeks of December.'}, now(), now())`
