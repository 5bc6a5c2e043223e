import { prepareDatabase } from '@walkon/local/database'
import { parkData } from '@walkon/park-data/app'
import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { emit, OUTBOX_CHANNEL } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { median, millisecondsOf, scaled } from './measures.ts'
import { atLeast, figure, type BenchResult } from './result.ts'

const WRITERS = 32
const COMMITS = 6_400
const ROUNDS = 3
const SCHEMA = 'park_data'

/**
 * Transactions a second that publish one event each, of 32 writers side by side: as services write them, and with a
 * notification of PostgreSQL in each, for which commits take turns.
 */
export async function benchCommits(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const { [SCHEMA]: url = '' } = await prepareDatabase(serverUrl, 'bench', [SCHEMA])
  await applyMigrations(url, SCHEMA, parkData.migrationsFolder)
  const { db, close } = connectPostgres({
    url,
    schema: SCHEMA,
    poolSize: WRITERS,
    applicationName: 'bench',
  })
  try {
    const commits = scaled(COMMITS, scale, 320)
    const listening = await db.$client.listen(`${SCHEMA}.${OUTBOX_CHANNEL}`, () => {})
    const plain: number[] = []
    const notifying: number[] = []
    await commitAll(db, commits, async () => {})
    for (let round = 0; round < scaled(ROUNDS, scale, 1); round++) {
      plain.push(await commitAll(db, commits, async () => {}))
      notifying.push(await commitAll(db, commits, (tx) => notifyJobs(tx, OUTBOX_CHANNEL)))
    }
    await listening.unlisten()
    const perSecond = (milliseconds: number) => (commits / milliseconds) * 1_000
    return [
      figure('commits-publishing', perSecond(median(plain)), 'commits/s'),
      figure('commits-publishing-and-notifying', perSecond(median(notifying)), 'commits/s'),
      atLeast('commits-publishing-to-notifying', median(notifying) / median(plain), 'ratio', 1),
    ]
  } finally {
    await close()
  }
}

/** Milliseconds until all writers together have committed so many transactions. */
function commitAll(
  db: Database,
  commits: number,
  besides: (tx: Transaction) => Promise<void>,
): Promise<number> {
  const write = async () => {
    for (let turn = 0; turn < commits / WRITERS; turn++) {
      await db.transaction(async (tx) => {
        await emit(tx, subscriptionErased, [{ data: { subscriptionId: randomUUID() } }])
        await besides(tx)
      })
    }
  }
  return millisecondsOf(() => Promise.all(Array.from({ length: WRITERS }, write)))
}
