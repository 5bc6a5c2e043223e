import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { readCloudEvent, readData } from './cloud-event.ts'
import type { LogReader, LogRecord } from './event-log.ts'

/**
 * Reads the events of these definitions that occurred since an instant and that the log still has, the oldest first. For an operator, after
 * a restore: the log has what the database has lost. Rejects if a record breaks its contract.
 */
export async function readPublishedSince<Definition extends EventDefinition>(
  eventLog: LogReader,
  definitions: Definition[],
  since: Date,
): Promise<EventOf<Definition>[]> {
  const events: EventOf<Definition>[] = []
  const take = (records: LogRecord[]) => {
    for (const record of records) {
      const definition = definitions.find(({ type }) => type === record.headers['ce_type'])
      if (!definition || Date.parse(record.headers['ce_time'] ?? '') < since.getTime()) continue
      events.push(readData(definition, readCloudEvent(record)))
    }
  }
  await eventLog.read([...new Set(definitions.map(({ topic }) => topic))], take)
  return events.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
}
