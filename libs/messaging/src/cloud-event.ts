import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { currentSpan, currentTraceId, TRACEPARENT } from '@walkon/service/trace-context'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { LogRecord } from './event-log.ts'

/** CloudEvents 1.0 in Kafka's binary binding: context attributes as `ce_` headers, the data alone as the value. */
export type CloudEventHeaders = {
  ce_specversion: '1.0'
  ce_id: string
  ce_type: string
  ce_source: string
  ce_time: string
  'content-type': 'application/json'
  traceparent: string
}

const contextAttributes = z.object({
  ce_specversion: z.literal('1.0'),
  // In the form in which PostgreSQL gives it back: the inbox compares it.
  ce_id: z.uuid().toLowerCase(),
  ce_type: z.string().min(1),
  ce_source: z.string().min(1),
  ce_time: z.iso.datetime({ offset: true }),
  traceparent: z.string().regex(TRACEPARENT).nullable().catch(null),
})

export type CloudEvent = Omit<EventOf<EventDefinition>, 'data'> & { data: unknown }

/** A message that is no event of ours, or breaks its contract. It will not get better by trying again. */
export class UnreadableMessage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnreadableMessage'
  }
}

/** The context and the data of a record, the data not yet checked. Throws `UnreadableMessage`. */
export function readCloudEvent({ headers, value }: Pick<LogRecord, 'headers' | 'value'>): CloudEvent {
  const context = contextAttributes.safeParse(headers)
  if (!context.success) throw new UnreadableMessage(`No CloudEvent: ${z.prettifyError(context.error)}`)
  const { ce_id, ce_type, ce_source, ce_time, traceparent } = context.data
  return {
    id: ce_id,
    type: ce_type,
    source: ce_source,
    occurredAt: new Date(ce_time),
    traceparent: traceparent ?? null,
    data: parseJson(value),
  }
}

/** The event as its definition promises it. Throws `UnreadableMessage`. */
export function readData<Definition extends EventDefinition>(
  definition: Definition,
  event: CloudEvent,
): EventOf<Definition> {
  const data = definition.data.safeParse(event.data)
  if (!data.success) throw new UnreadableMessage(`${event.type}: ${z.prettifyError(data.error)}`)
  return { ...event, data: data.data } as EventOf<Definition>
}

function parseJson(value: Buffer | null): unknown {
  if (value === null) throw new UnreadableMessage('The message is empty')
  try {
    return JSON.parse(value.toString('utf8'))
  } catch (error) {
    throw new UnreadableMessage('The value is not JSON', { cause: error })
  }
}

/** The trace of a `traceparent`: what a poll, an alert and its mail have in common, in every log. */
export const traceIdOf = (traceparent: string | null | undefined): string | null =>
  TRACEPARENT.exec(traceparent ?? '')?.[1] ?? null

/**
 * The W3C trace context of an event: the trace of what caused it, of the present work, or a new one. Its parent is the span of the present work
 * in that trace. A trace that nothing records is marked so.
 */
export function traceparentAfter(cause: string | null): string {
  const causedBy = traceIdOf(cause)
  const traceId = causedBy ?? currentTraceId()
  const span = currentSpan(traceId)
  if (span) return span.traceparent
  if (cause !== null && causedBy !== null) return cause
  return `00-${traceId ?? randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`
}
