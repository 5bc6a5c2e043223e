import { z } from 'zod'
import type { Store } from './store.ts'

export const MESSAGE_CHANNELS = ['email', 'sms', 'push'] as const
type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** The ledger of what the providers accepted, also where their answer said otherwise. Nothing is ever removed from it. */
export type Message = {
  /** Grows with each message; the order of acceptance. */
  serial: number
  id: string
  channel: MessageChannel
  from: string
  /** Bare addresses; those that it goes to openly first. */
  to: string[]
  subject: string | null
  text: string | null
  html: string | null
  headers: Record<string, string>
  metadata: Record<string, string>
  tag: string | null
  stream: string | null
  /** Facts of it that only its provider knows. */
  detail: unknown
  sentAt: Date
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const dictionary = json.pipe(z.record(z.string(), z.string()))

const messageRow = z
  .object({
    serial: z.int(),
    id: z.string(),
    channel: z.enum(MESSAGE_CHANNELS),
    sender: z.string(),
    recipients: json.pipe(z.array(z.string())),
    subject: z.string().nullable(),
    text_body: z.string().nullable(),
    html_body: z.string().nullable(),
    headers: dictionary,
    metadata: dictionary,
    tag: z.string().nullable(),
    stream: z.string().nullable(),
    detail: json,
    sent_at: z.int(),
  })
  .transform(
    ({ sender, recipients, text_body, html_body, sent_at, ...row }): Message => ({
      ...row,
      from: sender,
      to: recipients,
      text: text_body,
      html: html_body,
      sentAt: new Date(sent_at),
    }),
  )

export function insertMessage(store: Store, message: Omit<Message, 'serial'>): void {
  const { lastInsertRowid: serial } = store
    .sql(
      `insert into messages (id, channel, sender, recipients, subject, text_body, html_body, headers, metadata, tag,
         stream, detail, sent_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      message.id,
      message.channel,
      message.from,
      JSON.stringify(message.to),
      message.subject,
      message.text,
      message.html,
      JSON.stringify(message.headers),
      JSON.stringify(message.metadata),
      message.tag,
      message.stream,
      JSON.stringify(message.detail),
      message.sentAt.getTime(),
    )
  for (const address of new Set(message.to.map((each) => each.toLowerCase()))) {
    store.sql('insert into message_recipients values (?, ?)').run(serial, address)
  }
  for (const [key, value] of Object.entries(message.metadata)) {
    store.sql('insert into message_metadata values (?, ?, ?)').run(serial, key.toLowerCase(), value)
  }
}

export type MessageFilter = {
  to?: string | undefined
  from?: string | undefined
  channel?: string | undefined
  tag?: string | undefined
  subject?: string | undefined
  stream?: string | undefined
  metadata?: Record<string, string> | undefined
  /** Both included. */
  since?: Date | undefined
  until?: Date | undefined
  /** Only messages accepted before the one with this serial. */
  before?: number | undefined
}

/** Newest first. */
export function listMessages(store: Store, filter: MessageFilter, limit: number, offset = 0): Message[] {
  const { where, values } = toWhere(filter)
  const rows = store
    .sql(`select * from messages where ${where} order by serial desc limit ? offset ?`)
    .all(...values, limit, offset)
  return z.array(messageRow).parse(rows)
}

export function countMessages(store: Store, filter: MessageFilter): number {
  const { where, values } = toWhere(filter)
  const row = store.sql(`select count(*) as count from messages where ${where}`).get(...values)
  return z.object({ count: z.int() }).parse(row).count
}

export function findMessage(store: Store, id: string): Message | null {
  const row = store.sql('select * from messages where id = ?').get(id)
  return row ? messageRow.parse(row) : null
}

function toWhere(filter: MessageFilter): { where: string; values: (string | number)[] } {
  const conditions: [sql: string, ...values: (string | number | undefined)[]][] = [
    ['serial in (select message from message_recipients where address = ?)', filter.to?.toLowerCase()],
    [`sender like ? escape '\\'`, filter.from === undefined ? undefined : `%${escapeLike(filter.from)}%`],
    ['channel = ?', filter.channel],
    ['tag = ?', filter.tag],
    [
      `subject like ? escape '\\'`,
      filter.subject === undefined ? undefined : `%${escapeLike(filter.subject)}%`,
    ],
    ['stream = ?', filter.stream],
    ['sent_at >= ?', filter.since?.getTime()],
    ['sent_at <= ?', filter.until?.getTime()],
    ['serial < ?', filter.before],
    ...Object.entries(filter.metadata ?? {}).map(([key, value]): [string, string, string] => [
      'serial in (select message from message_metadata where key = ? and value = ?)',
      key.toLowerCase(),
      value,
    ]),
  ]
  const applied = conditions.filter(([, ...values]) => values.every((value) => value !== undefined))
  return {
    where: applied.map(([sql]) => sql).join(' and ') || 'true',
    values: applied.flatMap(([, ...values]) => values).filter((value) => value !== undefined),
  }
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
