import type { EventLog, NewRecord } from '../event-log.ts'

/** A log that keeps the records in memory, and can be told to fail. */
export function aLog(publish = async (_records: NewRecord[]) => {}) {
  const published: NewRecord[] = []
  const log = {
    publish: async (records: NewRecord[]) => {
      await publish(records)
      published.push(...records)
    },
  } as EventLog
  return { log, published, ids: () => published.map(({ headers }) => headers['ce_id']) }
}
