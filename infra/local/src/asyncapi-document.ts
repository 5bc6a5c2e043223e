import type { EventDefinition } from '@walkon/contracts/event'
import { carriesAddress } from '@walkon/contracts/event-privacy'
import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { TOPICS, type Topic } from '@walkon/contracts/topics'
import { z } from 'zod'
import { keyFieldOf, readEventsInUse, type EventInUse } from './events-of-services.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

const DESCRIPTION = `The events of Walkon's services on Kafka, as CloudEvents 1.0 in the binary content mode: the attributes are
headers, the value is the data alone.

An event reaches each consumer group at least once: remember the \`ce_id\` that you have applied. Events with the same key arrive in the
order in which they were committed. A published event only ever gains optional fields; any other change is a new event beside the old
one. Errors of the HTTP interfaces are [described here](/api/docs/problems).`

const ref = (...path: string[]) => ({
  $ref: `#/${path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
})

/** docs/api/events.json: AsyncAPI 3 of every topic, from the definitions of the events and the handlers of the services. */
export async function toAsyncApiDocument(): Promise<string> {
  const events = await readEventsInUse()
  const document = {
    asyncapi: '3.1.0',
    info: { title: 'Walkon events', version: '1', description: DESCRIPTION },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      Object.entries(TOPICS).map(([topic, kept]) => [topic, toChannel(topic, kept, events)]),
    ),
    operations: Object.fromEntries(SERVICE_NAMES.flatMap((name) => toOperations(name, events))),
    components: {
      messages: Object.fromEntries(events.map(({ definition }) => [definition.type, toMessage(definition)])),
      messageTraits: { cloudEvent: { headers: HEADERS } },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function toChannel(topic: string, { partitions, cleanup, retentionDays }: Topic, events: EventInUse[]) {
  return {
    address: topic,
    messages: Object.fromEntries(
      onTopic(topic, events).map(({ type }) => [type, ref('components', 'messages', type)]),
    ),
    bindings: {
      kafka: {
        topic,
        partitions,
        topicConfiguration: {
          'cleanup.policy': [cleanup],
          ...(cleanup === 'delete' && { 'retention.ms': retentionDays * DAY_MS }),
        },
      },
    },
  }
}

/** One operation for each topic on which the service publishes, and one for each that it hears. */
function toOperations(service: ServiceName, events: EventInUse[]): [string, object][] {
  const ofTopic = (action: 'send' | 'receive', used: EventInUse[]): [string, object][] =>
    Object.keys(TOPICS)
      .map((topic) => ({ topic, messages: onTopic(topic, used) }))
      .filter(({ messages }) => messages.length > 0)
      .map(({ topic, messages }) => [
        `${service}.${action}.${topic}`,
        {
          action,
          title: `${service} ${action === 'send' ? 'publishes' : 'hears'}`,
          tags: [{ name: service }],
          channel: ref('channels', topic),
          messages: messages.map(({ type }) => ref('channels', topic, 'messages', type)),
          ...(action === 'receive' && {
            bindings: { kafka: { groupId: { type: 'string', const: service } } },
          }),
        },
      ])
  return [
    ...ofTopic(
      'send',
      events.filter(({ publishers }) => publishers.includes(service)),
    ),
    ...ofTopic(
      'receive',
      events.filter(({ listeners }) => listeners.includes(service)),
    ),
  ]
}

const onTopic = (topic: string, events: EventInUse[]): EventDefinition[] =>
  events.map(({ definition }) => definition).filter((definition) => definition.topic === topic)

function toMessage(definition: EventDefinition) {
  return {
    name: definition.type,
    title: definition.type,
    summary: definition.summary,
    contentType: 'application/json',
    ...(carriesAddress(definition) && { tags: [{ name: 'carries an address' }] }),
    traits: [ref('components', 'messageTraits', 'cloudEvent')],
    bindings: { kafka: { key: { type: 'string', description: `\`${keyFieldOf(definition)}\`` } } },
    payload: z.toJSONSchema(definition.data, { target: 'draft-7', io: 'input' }),
  }
}

/** `CloudEventHeaders` of libs/messaging on the wire. */
const HEADERS = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_time', 'content-type', 'traceparent'],
  properties: {
    ce_specversion: { type: 'string', const: '1.0' },
    ce_id: { type: 'string', format: 'uuid', description: 'The same at each delivery of the event.' },
    ce_type: { type: 'string', description: 'The name of the message.' },
    ce_source: { type: 'string', enum: SERVICE_NAMES, description: 'The service that published it.' },
    ce_time: { type: 'string', format: 'date-time', description: 'When it happened, in UTC.' },
    'content-type': { type: 'string', const: 'application/json' },
    traceparent: { type: 'string', description: 'W3C trace context of what caused the event.' },
  },
}
