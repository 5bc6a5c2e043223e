import { z } from 'zod'
import type { Store } from './store.ts'

/** The fate of a message, as its provider knows it. */
export type MessageEvent = { recipient: string; type: string; receivedAt: Date; details: unknown }

const messageEventRow = z
  .object({
    recipient: z.string(),
    type: z.string(),
    received_at: z.int(),
    details: z.string().transform((text): unknown => JSON.parse(text)),
  })
  .transform(({ received_at, ...event }): MessageEvent => ({ ...event, receivedAt: new Date(received_at) }))

export function insertMessageEvent(
  store: Store,
  event: { messageId: string; recipient: string; type: string; details: object },
  now: Date,
): void {
  store
    .sql(
      'insert into message_events (message_id, recipient, type, received_at, details) values (?, ?, ?, ?, ?)',
    )
    .run(event.messageId, event.recipient, event.type, now.getTime(), JSON.stringify(event.details))
}

/** The oldest first. */
export function listMessageEvents(store: Store, messageId: string): MessageEvent[] {
  const rows = store.sql('select * from message_events where message_id = ? order by serial').all(messageId)
  return z.array(messageEventRow).parse(rows)
}
