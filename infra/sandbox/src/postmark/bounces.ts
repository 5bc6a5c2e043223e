import { z } from 'zod'
import type { Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'

/** The kinds of bounce that the sandbox plays, with Postmark's codes and words. */
export const BOUNCE_TYPES = {
  HardBounce: {
    code: 1,
    name: 'Hard bounce',
    description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
    suppresses: 'HardBounce',
  },
  SoftBounce: {
    code: 4096,
    name: 'Soft bounce',
    description:
      'Unable to temporarily deliver message (i.e. mailbox full, account disabled, exceeds quota).',
    details: 'smtp;452 4.2.2 The email account that you tried to reach is over quota.',
    suppresses: null,
  },
  SpamComplaint: {
    code: 100001,
    name: 'Spam complaint',
    description: 'The subscriber explicitly marked this message as spam.',
    details: 'The recipient reported the message as spam.',
    suppresses: 'SpamComplaint',
  },
} as const
export type BounceType = keyof typeof BOUNCE_TYPES

export const bounceType = z.enum(['HardBounce', 'SoftBounce', 'SpamComplaint'])

const bounceRow = z.object({
  id: z.int(),
  message_id: z.string(),
  type: bounceType,
  email: z.string(),
  stream: z.string(),
  bounced_at: z.int(),
  inactive: z.int(),
})
export type BounceRow = z.output<typeof bounceRow>

export function insertBounce(
  store: Store,
  message: Message,
  type: BounceType,
  email: string,
  now: Date,
): BounceRow {
  const inactive = BOUNCE_TYPES[type].suppresses ? 1 : 0
  const row = store
    .sql(
      `insert into bounces (message_id, type, email, stream, bounced_at, inactive)
       values (?, ?, ?, ?, ?, ?) returning *`,
    )
    .get(message.id, type, email, message.stream ?? 'outbound', now.getTime(), inactive)
  return bounceRow.parse(row)
}

export function findBounce(store: Store, id: number): BounceRow | null {
  const row = store.sql('select * from bounces where id = ?').get(id)
  return row ? bounceRow.parse(row) : null
}

/** Newest first. */
export function listBounces(store: Store): BounceRow[] {
  return z.array(bounceRow).parse(store.sql('select * from bounces order by id desc').all())
}

/** Activates the address again: its bounces no longer suppress it. */
export function reactivateBounces(store: Store, stream: string, email: string): void {
  store
    .sql('update bounces set inactive = 0 where stream = ? and email = ? collate nocase')
    .run(stream, email)
}

/** As the API and the webhooks show it. */
export function toBounceView(bounce: BounceRow, message: Message, serverId: number) {
  const { code, name, description, details } = BOUNCE_TYPES[bounce.type]
  return {
    RecordType: bounce.type === 'SpamComplaint' ? 'SpamComplaint' : 'Bounce',
    ID: bounce.id,
    Type: bounce.type,
    TypeCode: code,
    Name: name,
    Tag: message.tag ?? '',
    MessageID: bounce.message_id,
    ServerID: serverId,
    MessageStream: bounce.stream,
    Description: description,
    Details: details,
    Email: bounce.email,
    From: message.from,
    BouncedAt: new Date(bounce.bounced_at).toISOString(),
    DumpAvailable: false,
    Inactive: bounce.inactive === 1,
    CanActivate: bounce.type !== 'SpamComplaint',
    Subject: message.subject ?? '',
  }
}
