import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { listWatchedDestinations } from '../../db/readers.ts'
import type { Viewers } from './note-viewers.ts'
import type { Directory } from '../catalogue/read-directory.ts'

export type FindReadersDeps = {
  db: Database
  directory: Directory
  viewers: Viewers
  log: Log
  now: () => Date
}

/** The destinations with a reader: an active pass, a park that a plan or the companion watches, or a viewer in the last hours. Without the cache no viewer counts. */
export async function findReaders({ db, directory, viewers, log, now }: FindReadersDeps): Promise<string[]> {
  const destinations = await directory.listDestinations()
  const viewed = await viewers.watched(destinations.map(({ id }) => id)).catch((error: unknown) => {
    log.debug({ err: error }, 'viewers not in reach')
    return []
  })
  return [...(await listWatchedDestinations(db, now())), ...viewed]
}
