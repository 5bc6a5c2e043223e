import type { Database } from '@walkon/service/database'
import { obstacleOf, type FoundLetter } from './dead-letter-replay.ts'
import { sortRecords, type Handler } from './inbox.ts'
import { listReceived } from './inbox-marks.ts'

/** The standing of a letter, without trying it. `waiting`: its handler would be given it. */
export type Standing = 'waiting' | 'applied-before' | 'too-old' | 'superseded' | 'unreadable'

/** The standing of each letter, in their order, after one look into the inbox. */
export async function listStandings(
  letters: FoundLetter[],
  { db, handlers, now }: { db: Database; handlers: Handler[]; now: Date },
): Promise<Standing[]> {
  const reads = letters.map(({ original }) => sortRecords(handlers, [original]).readable[0])
  const applied = await listReceived(
    db,
    reads.flatMap((read) => (read ? [read.event.id] : [])),
  )
  return reads.map((read) => {
    if (!read) return 'unreadable'
    if (applied.has(read.event.id)) return 'applied-before'
    return obstacleOf(read, now)?.kind ?? 'waiting'
  })
}
