import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import {
  countMessages,
  findMessage,
  listMessages,
  type Message,
  type MessageFilter,
} from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { emailDetail } from './accept.ts'
import { PostmarkError } from './errors.ts'
import { listEvents } from './outcomes.ts'

/** A search that names no stream is of this one. */
const DEFAULT_STREAM = 'outbound'

const PARAMETERS = [
  'count',
  'offset',
  'recipient',
  'fromemail',
  'tag',
  'status',
  'todate',
  'fromdate',
  'subject',
  'messagestream',
]

/** Parameter names ignore case, because SDKs differ in it; an unknown name is refused. */
export function searchMessages(store: Store, rawQuery: unknown, visibleUntil: Date) {
  const query = lowerCaseKeys(rawQuery)
  for (const name of Object.keys(query)) {
    if (!PARAMETERS.includes(name) && !name.startsWith('metadata_')) {
      throw new PostmarkError(701, `The parameter '${name}' is not known.`)
    }
  }
  const { count, offset } = pageOf(query)
  const filter = toFilter(query, visibleUntil)
  const isSent = query['status'] === undefined || query['status'].toLowerCase() === 'sent'
  if (!isSent) return { TotalCount: 0, Messages: [] }
  return {
    TotalCount: countMessages(store, filter),
    Messages: listMessages(store, filter, count, offset).map(toView),
  }
}

export function messageDetails(store: Store, id: string, visibleUntil: Date) {
  const message = findMessage(store, id)
  if (!message || message.sentAt > visibleUntil) {
    throw new PostmarkError(701, 'This message was not found.')
  }
  return {
    ...toView(message),
    TextBody: message.text ?? '',
    HtmlBody: message.html ?? '',
    Body: toSource(message),
    MessageEvents: listEvents(store, message.id),
  }
}

/** The newest mail that a search with this lag shows was accepted then. */
export const laggingSince = (now: Date, lagSeconds: number) => new Date(now.getTime() - lagSeconds * 1_000)

export function pageOf(query: Record<string, string>): { count: number; offset: number } {
  const page = z
    .object({ count: z.coerce.number().int().min(1).max(500), offset: z.coerce.number().int().min(0) })
    .refine(({ count, offset }) => count + offset <= 10_000)
    .safeParse(query)
  if (page.success) return page.data
  throw new PostmarkError(
    701,
    "'count' (at most 500) and 'offset' are required, and together they cannot exceed 10,000 messages.",
  )
}

export function lowerCaseKeys(rawQuery: unknown): Record<string, string> {
  const parsed = z.record(z.string(), z.string()).safeParse(rawQuery)
  if (!parsed.success) throw new PostmarkError(701, 'A parameter was given twice.')
  return Object.fromEntries(Object.entries(parsed.data).map(([name, value]) => [name.toLowerCase(), value]))
}

function toFilter(query: Record<string, string>, visibleUntil: Date): MessageFilter {
  const metadata = Object.entries(query).filter(([name]) => name.startsWith('metadata_'))
  const until = toInstant(query['todate'], 'end')
  return {
    channel: 'email',
    to: query['recipient'],
    from: query['fromemail'],
    tag: query['tag'],
    subject: query['subject'],
    stream: query['messagestream'] ?? DEFAULT_STREAM,
    metadata: Object.fromEntries(metadata.map(([name, value]) => [name.slice('metadata_'.length), value])),
    since: toInstant(query['fromdate'], 'start'),
    until: !until || until > visibleUntil ? visibleUntil : until,
  }
}

/** Postmark reads dates and times without an offset in the Eastern zone; a date alone means its whole day. */
function toInstant(text: string | undefined, edge: 'start' | 'end'): Date | undefined {
  if (text === undefined) return undefined
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes('T')) {
      return new Date(Temporal.Instant.from(text).epochMilliseconds)
    }
    const isDate = !text.includes('T')
    const local = Temporal.PlainDateTime.from(isDate && edge === 'end' ? `${text}T23:59:59.999` : text)
    return new Date(local.toZonedDateTime('America/New_York').epochMilliseconds)
  } catch {
    throw new PostmarkError(701, 'Invalid date filter.')
  }
}

function toView(message: Message) {
  const { from, to, cc, bcc, attachments, trackOpens, trackLinks } = emailDetail.parse(message.detail)
  return {
    Tag: message.tag ?? '',
    MessageID: message.id,
    To: to,
    Cc: cc,
    Bcc: bcc,
    Recipients: message.to,
    ReceivedAt: message.sentAt.toISOString(),
    From: from,
    Subject: message.subject ?? '',
    Attachments: attachments,
    Status: 'Sent',
    TrackOpens: trackOpens,
    TrackLinks: trackLinks,
    Metadata: message.metadata,
    Sandboxed: false,
    MessageStream: message.stream ?? 'outbound',
  }
}

/** The mail as a mail server would have passed it on, with its text only. */
function toSource(message: Message): string {
  const headers = {
    From: message.from,
    To: message.to.join(', '),
    Subject: message.subject ?? '',
    ...message.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${message.text ?? ''}`
}
