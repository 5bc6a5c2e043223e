import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import type { LogRecord } from '@walkon/messaging/event-log'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'

/** An instant after all that was done before: the database counts microseconds, an event milliseconds. */
export const justNow = (): Date => new Date(Date.now() + 1)

/** A valid event as a handler receives it. */
export function anEvent<Definition extends EventDefinition>(
  definition: Definition,
  data: z.input<Definition['data']>,
  id: string = randomUUID(),
): EventOf<Definition> {
  return {
    id,
    type: definition.type,
    source: 'test',
    occurredAt: new Date(),
    traceparent: null,
    data: definition.data.parse(data) as z.output<Definition['data']>,
  }
}

let nextOffset = 0n

/** The same event as a record of the log; give it to `applyRecords`. */
export function aRecord<Definition extends EventDefinition>(
  event: EventOf<Definition>,
  definition: Definition,
): LogRecord {
  return {
    topic: definition.topic,
    partition: 0,
    offset: nextOffset++,
    key: definition.key(event.data),
    value: Buffer.from(JSON.stringify(event.data)),
    headers: {
      ce_specversion: '1.0',
      ce_id: event.id,
      ce_type: event.type,
      ce_source: event.source,
      ce_time: event.occurredAt.toISOString(),
      'content-type': 'application/json',
      ...(event.traceparent && { traceparent: event.traceparent }),
    },
  }
}
