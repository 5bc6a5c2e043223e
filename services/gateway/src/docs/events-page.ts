import { DOCUMENTS } from './documents.ts'
import { DOCS_PATH, toHtml, toPage } from './page.ts'
import { listFields, type JsonSchema } from './schema-fields.ts'

type Ref = { $ref: string }
type Message = {
  name: string
  summary: string
  tags?: { name: string }[]
  bindings: { kafka: { key: { description: string } } }
  payload: JsonSchema
}
/** The fields of docs/api/events.json that the page shows. */
type AsyncApiDocument = {
  info: { description: string }
  channels: Record<
    string,
    {
      messages: Record<string, Ref>
      bindings: { kafka: { partitions: number; topicConfiguration: { 'retention.ms'?: number } } }
    }
  >
  operations: Record<string, { action: 'send' | 'receive'; tags: { name: string }[]; messages: Ref[] }>
  components: { messages: Record<string, Message>; messageTraits: { cloudEvent: { headers: JsonSchema } } }
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Every topic and event. Our own page: the viewers of AsyncAPI evaluate strings, which the content security policy forbids. */
export function eventsPage(): string {
  const document = JSON.parse(DOCUMENTS.get('events') ?? '') as AsyncApiDocument
  const topics = Object.keys(document.channels)
  return toPage({
    path: `${DOCS_PATH}/events`,
    title: 'Events',
    main: `<h1>Events</h1>
${toParagraphs(document.info.description)}
<p><a href="${DOCS_PATH}/events.json">The same as an AsyncAPI document</a></p>
<nav aria-label="Topics"><ul>
${topics.map((topic) => `<li><a href="#${topic}">${topic}</a></li>`).join('\n')}
</ul></nav>
<section aria-labelledby="headers">
<h2 id="headers">Headers of every event</h2>
${toFieldTable(document.components.messageTraits.cloudEvent.headers, 'Fields of the headers')}
</section>
${topics.map((topic) => toTopic(topic, document)).join('\n')}`,
  })
}

function toTopic(topic: string, document: AsyncApiDocument): string {
  const { messages = {}, bindings } = document.channels[topic] ?? {}
  const retentionMs = bindings?.kafka.topicConfiguration['retention.ms']
  const kept =
    retentionMs === undefined ? 'Keeps the newest of each key' : `Keeps ${retentionMs / DAY_MS} days`
  return `<section aria-labelledby="${topic}">
<h2 id="${topic}">${topic}</h2>
<p class="facts"><span>${bindings?.kafka.partitions} partitions</span> <span>${kept}</span></p>
${Object.keys(messages)
  .map((type) => toEvent(type, document))
  .join('\n')}
</section>`
}

function toEvent(type: string, { components, operations }: AsyncApiDocument): string {
  const message = components.messages[type]
  if (!message) throw new Error(`docs/api/events.json has no message ${type}`)
  const servicesThat = (action: 'send' | 'receive') =>
    Object.values(operations)
      .filter((operation) => operation.action === action)
      .filter(({ messages }) => messages.some(({ $ref }) => $ref.endsWith(`/${type}`)))
      .flatMap(({ tags }) => tags.map(({ name }) => name))
      .join(', ') || 'no service yet'
  const facts = [
    `Key ${message.bindings.kafka.key.description}`,
    `Published by ${servicesThat('send')}`,
    `Heard by ${servicesThat('receive')}`,
    ...(message.tags ?? []).map(({ name }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  ]
  return `<article id="${type}" aria-labelledby="${type}-title">
<h3 id="${type}-title"><a href="#${type}">${type}</a></h3>
<p>${toHtml(message.summary)}</p>
<p class="facts">${facts.map((fact) => `<span>${toHtml(fact)}</span>`).join(' ')}</p>
${toFieldTable(message.payload, `Fields of ${type}`)}
</article>`
}

/** Scrolls by itself on a narrow screen, by keyboard too. */
function toFieldTable(schema: JsonSchema, name: string): string {
  const rows = listFields(schema).map(
    ({ path, type, description, isRequired }) =>
      `<tr><th scope="row"><code>${path}</code></th><td>${toHtml(type)}${description && `<br>${toHtml(description)}`}</td><td>${isRequired ? 'always' : 'optional'}</td></tr>`,
  )
  return `<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Present</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

/** Paragraphs with their links and code spans. */
const toParagraphs = (markdown: string): string =>
  markdown
    .split('\n\n')
    .map((text) => `<p>${toHtml(text).replace(/\[([^\]]+)\]\((\/[^)]+)\)/g, '<a href="$2">$1</a>')}</p>`)
    .join('\n')
