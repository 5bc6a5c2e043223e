import { randomUUID } from 'node:crypto'
import { z } from 'zod'

export const newMessages = z.array(
  z.object({
    From: z.string(),
    To: z.string(),
    Subject: z.string(),
    HtmlBody: z.string(),
    TextBody: z.string(),
    Tag: z.string(),
    MessageStream: z.string(),
    Headers: z.array(z.object({ Name: z.string(), Value: z.string() })),
    Metadata: z.object({
      delivery_id: z.string(),
      called_at: z.iso.datetime(),
      lane_8: z.string(),
      lane_64: z.string(),
    }),
  }),
)
type NewMessage = z.output<typeof newMessages>[number]

export type Accepted = {
  id: string
  deliveryId: string
  metadata: NewMessage['Metadata']
  to: string
  subject: string
  html: string
  text: string
  tag: string
  stream: string
  headers: Record<string, string>
  acceptedAt: number
  receivedAt: string
}

/** The mails that Postmark accepted, regardless of the answer to the caller: lost and doubled messages are counted here. */
export function createLedger() {
  const accepted: Accepted[] = []
  return {
    accepted,

    /** Refuses by the look of the address, in Postmark's own words. */
    take(message: NewMessage) {
      const { To: to, From: from } = message
      if (to.startsWith('inactive')) {
        const text = `You tried to send to a recipient that has been marked as inactive. Found inactive addresses: ${to}.`
        return { ErrorCode: 406, Message: text }
      }
      if (to.startsWith('invalid')) {
        return { ErrorCode: 300, Message: `Error parsing 'To': Illegal email domain in address '${to}'.` }
      }
      if (from.includes('unconfirmed')) {
        return { ErrorCode: 400, Message: "The 'From' address is not a Sender Signature on your account." }
      }
      const id = randomUUID()
      accepted.push({ id, ...toAccepted(message) })
      return { ErrorCode: 0, Message: 'OK', To: to, SubmittedAt: new Date().toISOString(), MessageID: id }
    },

    /** The answer of the message search, the newest first; it finds nothing younger than its lag. */
    search(query: URLSearchParams, lagMs: number) {
      const visibleUntil = performance.now() - lagMs
      const recipient = query.get('recipient')
      const ofLane = ({ lane_8: few, lane_64: many }: Accepted['metadata']) =>
        (query.get('metadata_lane_8') ?? few) === few && (query.get('metadata_lane_64') ?? many) === many
      const found = accepted
        .filter(
          ({ to, stream, acceptedAt, metadata }) =>
            (recipient ?? to) === to &&
            ofLane(metadata) &&
            stream === (query.get('messagestream') ?? 'outbound') &&
            acceptedAt <= visibleUntil,
        )
        .toReversed()
      const offset = Number(query.get('offset'))
      const page = found.slice(offset, offset + Number(query.get('count')))
      return {
        TotalCount: found.length,
        Messages: page.map(({ id, metadata, receivedAt }) => ({
          MessageID: id,
          ReceivedAt: receivedAt,
          Metadata: metadata,
          Status: 'Sent',
        })),
      }
    },

    /** How often each delivery was accepted. A witness is no delivery. */
    counts: () =>
      [
        ...Map.groupBy(
          accepted.filter(({ tag }) => tag !== 'witness'),
          ({ deliveryId }) => deliveryId,
        ).values(),
      ].map(({ length }) => length),
  }
}

const toAccepted = (message: NewMessage): Omit<Accepted, 'id'> => ({
  deliveryId: message.Metadata.delivery_id,
  metadata: message.Metadata,
  to: message.To,
  subject: message.Subject,
  html: message.HtmlBody,
  text: message.TextBody,
  tag: message.Tag,
  stream: message.MessageStream,
  headers: Object.fromEntries(message.Headers.map(({ Name, Value }) => [Name, Value])),
  acceptedAt: performance.now(),
  receivedAt: new Date().toISOString(),
})
