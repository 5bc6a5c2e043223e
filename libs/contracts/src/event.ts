import type { z } from 'zod'
import type { ServiceName } from './services.ts'

/**
 * The contract of one event: its type, the topic it is published on, and the shape of its data.
 *
 * A published definition only ever gains optional fields. Any other change is a new definition
 * (`WaitTimeObservedV2`) published beside the old one until its last consumer is gone.
 */
export type EventDefinition<
  Type extends string = string,
  Data extends z.ZodObject = z.ZodObject,
  Publisher extends ServiceName | 'any' = ServiceName | 'any',
> = {
  /** A past-tense fact in PascalCase; the CloudEvents `type`. */
  type: Type
  /** The fact, in one or two sentences, for subscribers. */
  summary: string
  topic: string
  /** The service that publishes it, which is its CloudEvents `source`. `any` is for requests, see `publishedBy`. */
  publisher: Publisher
  /** Events with the same key reach a consumer in the order in which they were committed. Never an address. */
  key(data: z.output<Data>): string
  data: Data
}

export function defineEvent<
  Type extends string,
  Data extends z.ZodObject,
  Publisher extends ServiceName | 'any',
>(definition: EventDefinition<Type, Data, Publisher>): EventDefinition<Type, Data, Publisher> {
  return definition
}

/** A request that every service may address to another, as this one publishes it. */
export function publishedBy<Type extends string, Data extends z.ZodObject>(
  publisher: ServiceName,
  request: EventDefinition<Type, Data, 'any'>,
): EventDefinition<Type, Data, ServiceName> {
  return { ...request, publisher }
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
