import { Errors, Models, type ServerClient } from 'postmark'
import { z } from 'zod'
import type { Listed } from '../domain/suppressed-address.ts'
import { MAIL_STREAMS, type MailStream } from '../domain/delivery-source.ts'
import type { SuppressionReason } from '../domain/suppression-scope.ts'
import { toBounceCode } from './postmark-bounces.ts'

/** Postmark's records of an address: its bounces, and the lists of suppressed addresses, one for each stream. */

export type PostmarkAddresses = ReturnType<typeof createPostmarkAddresses>

/** A bounce as Postmark keeps it. */
export type FoundBounce = { email: string; providerId: string; reason: string }

const bounceResponse = z.object({ Type: z.string(), MessageID: z.string(), Email: z.string() })

const listResponse = z.object({
  Suppressions: z.array(
    z.object({
      EmailAddress: z.string(),
      SuppressionReason: z.string(),
      CreatedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    }),
  ),
})
const releaseResponse = z.object({ Suppressions: z.array(z.object({ Status: z.string() })).length(1) })

/** No bounce has the id. */
const UNKNOWN_BOUNCE = 1001

/** Each function rejects when Postmark does not say. */
export function createPostmarkAddresses(client: ServerClient, streams: Record<MailStream, string>) {
  async function listOn(stream: MailStream, address: string): Promise<Listed[]> {
    const filter = new Models.SuppressionFilteringParameters()
    filter.emailAddress = address
    const { Suppressions: found } = listResponse.parse(await client.getSuppressions(streams[stream], filter))
    return found
      .filter(({ EmailAddress }) => EmailAddress.toLowerCase() === address.toLowerCase())
      .map(({ SuppressionReason: reason, CreatedAt: since }) => ({ stream, reason: toReason(reason), since }))
  }

  return {
    /** Null where Postmark knows no such bounce, or only one that is none. */
    async findBounce(id: number): Promise<FoundBounce | null> {
      try {
        const { Type, MessageID, Email } = bounceResponse.parse(await client.getBounce(id))
        const reason = toBounceCode(Type)
        return reason === null ? null : { email: Email, providerId: MessageID, reason }
      } catch (error) {
        if (error instanceof Errors.PostmarkError && error.code === UNKNOWN_BOUNCE) return null
        throw error
      }
    },

    /** The lists that an address is on. */
    async list(address: string): Promise<Listed[]> {
      const lists = await Promise.all(MAIL_STREAMS.map((stream) => listOn(stream, address)))
      return lists.flat()
    },

    /** Takes an address off the list of a stream, and with it off its hard bounces; false where Postmark refuses. */
    async release(stream: MailStream, address: string): Promise<boolean> {
      const answer = await client.deleteSuppressions(streams[stream], {
        Suppressions: [{ EmailAddress: address }],
      })
      return releaseResponse.parse(answer).Suppressions[0]?.Status === 'Deleted'
    },
  }
}

function toReason(reason: string): SuppressionReason {
  if (reason === 'HardBounce') return 'bounced'
  return reason === 'SpamComplaint' ? 'complained' : 'unsubscribed'
}
