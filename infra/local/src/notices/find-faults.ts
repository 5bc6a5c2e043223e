import { findStandingMail, findUnansweredMails } from '@walkon/notifier/db/deliveries/standing-mails'
import { listPolledDestinations } from '@walkon/park-data/db/polled-destinations'
import type { Database } from '@walkon/service/database'
import { statfs } from 'node:fs/promises'
import type { Fault } from './standings.ts'

/** Three times what an unwatched destination waits between two polls. */
const UNREAD_POLLS = 15
type FeedLook = { pollSeconds: number; startedAt: Date; isFailing: boolean; now: Date }

const GIGABYTE = 1_000_000_000
/** An upgrade needs the database twice, and PostgreSQL ends when nothing is left. */
const LEAST_FREE_BYTES = GIGABYTE
/** More than the least, so that a disk at the edge is not told of again and again. */
const AMPLE_BYTES = 1.5 * GIGABYTE

/**
 * A destination that has not been read for so many polls. A start is given the time of as many, unless the feed was failing before it
 * (`isFailing`): only a reading ends that.
 */
export async function findFeedFault(
  db: Database,
  { pollSeconds, startedAt, isFailing, now }: FeedLook,
): Promise<Fault> {
  const latest = now.getTime() - UNREAD_POLLS * pollSeconds * 1_000
  if (!isFailing && startedAt.getTime() > latest) return null
  const listed = await listPolledDestinations(db)
  const unread = listed.filter(({ readAt }) => readAt === null || Date.parse(readAt) < latest)
  if (listed.length === 0) return `It has not been read since the start at ${toTime(startedAt)}.`
  if (unread.length === 0) return null
  const [oldest] = unread
  const since = oldest?.readAt ? ` since ${toTime(new Date(oldest.readAt))}` : ''
  return `Not read${since}: ${unread.map(({ name }) => name).join(', ')}.`
}

/** The fullest of the disks of these folders. `isFailing` if it was found too full before. */
export async function findDiskFault(
  folders: string[],
  isFailing: boolean,
  freeBytesOf: (folder: string) => Promise<number> = freeBytes,
): Promise<Fault> {
  const free = Math.min(...(await Promise.all(folders.map(freeBytesOf))))
  if (free >= (isFailing ? AMPLE_BYTES : LEAST_FREE_BYTES)) return null
  return `${Math.round(free / 1_000_000)} MB are free where Walkon keeps its data.`
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A mail has waited for so long, and none has gone out since it was written; or the mail server takes mails and never answers. */
export async function findMailFault(db: Database, waitSeconds: number): Promise<Fault> {
  const standing = await findStandingMail(db, waitSeconds)
  if (standing === null) return findSilentServer(db)
  const reason = standing.reason === null ? '' : ` (${standing.reason})`
  return `No mail has gone out since ${toTime(standing.since)}${reason}.`
}

/** One doubt may be a connection that broke or a process that was killed. */
const DOUBTS_OF_A_FAULT = 2

async function findSilentServer(db: Database): Promise<Fault> {
  const { doubts, since } = await findUnansweredMails(db)
  if (since === null || doubts < DOUBTS_OF_A_FAULT) return null
  return `The mail server has confirmed no mail since ${toTime(since)}: those of that time may have arrived or not.`
}

const toTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
