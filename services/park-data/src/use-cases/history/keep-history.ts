import { COUNTED_DAYS } from '@walkon/contracts/http/how-we-do'
import type { Database, Transaction } from '@walkon/service/database'
import { deleteBreakdownsBefore } from '../../db/breakdowns.ts'
import { deleteOutagesBefore } from '../../db/outages.ts'
import {
  createPartition,
  deleteDaysBefore,
  deleteWatchesEndedBefore,
  dropPartition,
  listPartitionDays,
  lockPartitions,
} from '../../db/history.ts'
import { deleteQuartersBefore, foldDaysBefore } from '../../db/ride-hours.ts'
import { listStatisticsParks } from '../../db/statistics-builds.ts'
import { BREAKDOWN_DAYS, dayAfter, daysToKeepReady, oldestDay } from '../../domain/observation-days.ts'

export type HistoryUpkeep = { db: Database; retentionDays: number; now: () => Date }

const DAY_MS = 86_400_000
const ENDED_WATCHES_KEPT_MS = DAY_MS

/** Makes the partitions of the days ahead, and drops rows past their retention. Idempotent. */
export async function keepHistory({ db, retentionDays, now }: HistoryUpkeep): Promise<void> {
  const at = now()
  const oldest = oldestDay(retentionDays, at)
  await readyPartitions(db, at)
  const old = (await listPartitionDays(db)).filter((day) => day < oldest)
  await changePartitions(db, old, (tx, day) => dropPartition(tx, day))
  for (const parkId of await listStatisticsParks(db))
    await db.transaction((tx) => foldDaysBefore(tx, parkId, oldest))
  await deleteQuartersBefore(db, oldestDay(0, at))
  await deleteDaysBefore(db, oldest)
  await deleteOutagesBefore(db, new Date(at.getTime() - (COUNTED_DAYS + 1) * DAY_MS))
  await deleteBreakdownsBefore(db, oldestDay(BREAKDOWN_DAYS, at))
  await deleteWatchesEndedBefore(db, new Date(at.getTime() - ENDED_WATCHES_KEPT_MS))
}

/** Makes the partitions of today and the days ahead. */
export async function readyPartitions(db: Database, now: Date): Promise<void> {
  await readyPartitionsOf(db, daysToKeepReady(now))
}

/** Makes the partitions of these UTC days, `yyyy-mm-dd`, that are missing. */
export async function readyPartitionsOf(db: Database, days: string[]): Promise<void> {
  if (days.length === 0) return
  const ready = new Set(await listPartitionDays(db))
  const missing = [...new Set(days)].filter((day) => !ready.has(day))
  await changePartitions(db, missing, (tx, day) => createPartition(tx, day, dayAfter(day)))
}

/** Takes no lock when there is nothing to change, because a poll would have to wait for it. */
async function changePartitions(
  db: Database,
  days: string[],
  change: (tx: Transaction, day: string) => Promise<void>,
): Promise<void> {
  if (days.length === 0) return
  await db.transaction(async (tx) => {
    await lockPartitions(tx)
    for (const day of days) await change(tx, day)
  })
}
