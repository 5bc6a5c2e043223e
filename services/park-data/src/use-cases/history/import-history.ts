import { feedId, instant, parkDate, rideStatus } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'
import { z } from 'zod'
import { insertArchivedBreakdowns, type ArchivedBreakdown } from '../../db/breakdowns.ts'
import {
  HISTORY_CHANNEL,
  insertArchivedHours,
  insertArchivedReadings,
  saveImportFinished,
  type ArchivedHour,
  type ArchivedReading,
} from '../../db/history-imports.ts'
import { forgetBuilds, holdBuilds, listParksOfRides } from '../../db/statistics-builds.ts'
import { BREAKDOWN_DAYS, oldestDay } from '../../domain/observation-days.ts'
import { readyPartitionsOf } from './keep-history.ts'

const waitMinutes = z.int().min(0).max(300)

const archivedReading = z.strictObject({
  rideId: feedId,
  observedAt: instant,
  status: rideStatus,
  waitMinutes: waitMinutes.nullable(),
})

const archivedHour = z
  .strictObject({
    rideId: feedId,
    date: parkDate,
    hour: z.int().min(0).max(23),
    samples: z.int().min(1).max(3_600),
    minMinutes: waitMinutes,
    maxMinutes: waitMinutes,
    sumMinutes: z.int().min(0),
  })
  .refine(
    ({ samples, minMinutes, maxMinutes, sumMinutes }) =>
      samples * minMinutes <= sumMinutes && sumMinutes <= samples * maxMinutes,
    'the sum does not fit the samples',
  )

const archivedBreakdown = z
  .strictObject({
    rideId: feedId,
    downFrom: instant,
    downUntil: instant,
    cameBack: z.boolean(),
    waitAfterMinutes: waitMinutes.nullable().optional(),
  })
  .refine(
    ({ downFrom, downUntil }) => Date.parse(downFrom) < Date.parse(downUntil),
    'it ends before it begins',
  )

const archiveLine = z.union([archivedReading, archivedHour, archivedBreakdown])

/** `leftOut`: rides that the catalogue lacks, days past the retention, and waits that are there already. */
export type ImportResult = { lines: number; added: number; leftOut: number }

export type ImportDeps = {
  db: Database
  retentionDays: number
  now: () => Date
  /** Called after each batch, with the lines read so far. */
  onProgress?: (lines: number) => void
  announcedEveryLines?: number
}

/** A line that is not JSON or not of the format. The lines before it are imported; they change nothing when they are imported again. */
export class BadLine extends Error {}

const BATCH_LINES = 2_000
/** Four weeks of the largest park and the present hour of the others are fewer: they have their usual waits while the rest is read. Each announcement has statistics built. */
const ANNOUNCED_EVERY_LINES = 28_000

/**
 * Imports an archive of readings and hourly statistics, one JSON object a line. It writes observations and statistics only: no event, so
 * nothing is alerted on, and no state of a ride. Idempotent. During the import and at its end the statistics of its parks are rebuilt, and
 * the pollers reload their charts and usual waits.
 */
export async function importHistory(
  { db, retentionDays, now, onProgress, announcedEveryLines = ANNOUNCED_EVERY_LINES }: ImportDeps,
  lines: AsyncIterable<string>,
): Promise<ImportResult> {
  const period = {
    from: oldestDay(retentionDays, now()),
    breakdownsFrom: oldestDay(BREAKDOWN_DAYS, now()),
    until: now().toISOString(),
  }
  const result: ImportResult = { lines: 0, added: 0, leftOut: 0 }
  let batch: z.output<typeof archiveLine>[] = []
  let announced = 0

  async function flush(): Promise<void> {
    const added = await saveBatch(db, batch, period)
    result.added += added
    result.leftOut += batch.length - added
    batch = []
    if (result.lines - announced >= announcedEveryLines) {
      announced = result.lines
      await notifyJobs(db, HISTORY_CHANNEL)
    }
    onProgress?.(result.lines)
  }

  for await (const line of lines) {
    result.lines++
    if (line.trim() === '') continue
    batch.push(parseLine(line, result.lines))
    if (batch.length === BATCH_LINES) await flush()
  }
  if (batch.length > 0) await flush()
  await db.transaction(async (tx) => {
    await saveImportFinished(tx, now())
    await notifyJobs(tx, HISTORY_CHANNEL)
  })
  return result
}

/** Reads an archive to its end. Returns the number of its lines, or throws `BadLine`. */
export async function checkArchive(lines: AsyncIterable<string>): Promise<number> {
  let number = 0
  for await (const line of lines) {
    number++
    if (line.trim() !== '') parseLine(line, number)
  }
  return number
}

function parseLine(line: string, number: number): z.output<typeof archiveLine> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new BadLine(`Line ${number} is not JSON`)
  }
  const parsed = archiveLine.safeParse(value)
  if (!parsed.success) throw new BadLine(`Line ${number}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

type Period = { from: string; breakdownsFrom: string; until: string }

async function saveBatch(
  db: Database,
  batch: z.output<typeof archiveLine>[],
  { from, breakdownsFrom, until }: Period,
): Promise<number> {
  const readings: ArchivedReading[] = []
  const hours: ArchivedHour[] = []
  const breakdowns: ArchivedBreakdown[] = []
  for (const entry of batch) {
    if ('observedAt' in entry) {
      const observedAt = toUtc(entry.observedAt)
      if (observedAt >= from && observedAt <= until) readings.push({ ...entry, observedAt })
    } else if ('downFrom' in entry) {
      const [downFrom, downUntil] = [toUtc(entry.downFrom), toUtc(entry.downUntil)]
      if (downFrom >= breakdownsFrom && downUntil <= until) breakdowns.push({ ...entry, downFrom, downUntil })
    } else if (entry.date >= from && entry.date <= until) {
      hours.push(entry)
    }
  }
  await readyPartitionsOf(
    db,
    readings.map(({ observedAt }) => observedAt.slice(0, 10)),
  )
  return db.transaction(async (tx) => {
    const newReadings = readings.length > 0 ? await insertArchivedReadings(tx, readings) : 0
    const newHours = hours.length > 0 ? await insertArchivedHours(tx, hours) : 0
    // Before the breakdowns: a build writes some too, and would wait for these while they wait for it.
    const counted = await listParksOfRides(
      tx,
      [...readings, ...hours].map(({ rideId }) => rideId),
    )
    const broken = await listParksOfRides(
      tx,
      breakdowns.map(({ rideId }) => rideId),
    )
    await holdBuilds(tx, [...new Set([...counted, ...broken])])
    // They have no statistics that are built from them.
    const newBreakdowns = breakdowns.length > 0 ? await insertArchivedBreakdowns(tx, breakdowns) : 0
    if (newReadings + newHours > 0) await forgetBuilds(tx, counted)
    return newReadings + newHours + newBreakdowns
  })
}

const toUtc = (time: string) => new Date(time).toISOString()
