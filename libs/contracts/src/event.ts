import type { z } from 'zod'

/**
 * What a publisher promises: one fact, the topic it is published on, and the shape of its data.
 *
 * A published definition only ever gains optional fields. Any other change is a new definition
 * (`WaitTimeObservedV2`) published beside the old one until its last reader is gone.
 */
export type EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> = {
  /** A past-tense fact in PascalCase; the CloudEvents `type`. */
  type: Type
  topic: string
  /** Events with the same key reach a consumer in the order in which they were committed. Never an address. */
  key(data: z.output<Data>): string
  data: Data
}

export function defineEvent<Type extends string, Data extends z.ZodObject>(
  definition: EventDefinition<Type, Data>,
): EventDefinition<Type, Data> {
  return definition
}

/** The event a consumer receives: the CloudEvents context attributes and the parsed data. */
export type EventOf<Definition extends EventDefinition> = {
  id: string
  type: Definition['type']
  /** The service that published it. */
  source: string
  occurredAt: Date
  traceparent: string | null
  data: z.output<Definition['data']>
}
