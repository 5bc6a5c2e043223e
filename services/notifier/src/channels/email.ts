import { MANAGE_LINK_DAYS, type SealedTokens } from '@walkon/service/sealed-tokens'
import { BATCH_SIZE, type Mail, type Postmark } from '../clients/postmark.ts'
import type { LeasedDelivery } from '../db/leases.ts'
import type { DeliveryContent } from '../domain/content.ts'
import { streamOf } from '../domain/delivery-source.ts'
import type { Site } from '../templates/mail.ts'
import { writeMail } from '../templates/words.ts'
import type { Channel } from './channel.ts'

/** A mail may be opened long after; leaving must still work then. */
const UNSUBSCRIBE_LINK_DAYS = 365
const DAY_SECONDS = 86_400

export type EmailOptions = {
  postmark: Postmark
  site: Site
  manageTokens: SealedTokens
  unsubscribeTokens: SealedTokens
  now: () => Date
}

export function createEmailChannel(options: EmailOptions): Channel<Mail> {
  const { postmark, site, manageTokens, unsubscribeTokens, now } = options

  async function toMail(delivery: LeasedDelivery): Promise<Mail> {
    const writtenAt = now()
    const [manageToken, unsubscribeToken] = await Promise.all([
      manageTokens.seal(delivery.email ?? delivery.address, {
        expiresInSeconds: MANAGE_LINK_DAYS * DAY_SECONDS,
        now: writtenAt,
        knownAt: new Date(delivery.requestedAt),
      }),
      unsubscribeTokens.seal(delivery.address, {
        expiresInSeconds: UNSUBSCRIBE_LINK_DAYS * DAY_SECONDS,
        now: writtenAt,
      }),
    ])
    const oneClickUrl = `${site.publicUrl}/u/${unsubscribeToken}`
    const links = {
      manageUrl: `${site.publicUrl}/manage-alerts?token=${manageToken}`,
      // The page that it opens leads on to the rides. The header is for programs, so its link has the one key that they need.
      unsubscribeUrl: `${oneClickUrl}?token=${manageToken}`,
    }
    const { alertsStoppedBy } = delivery
    const mail = writeMail(delivery.content, { site, links, alertsStoppedBy, now: writtenAt })
    return {
      deliveryId: delivery.id,
      stream: streamOf(delivery.source),
      calledAt: new Date(delivery.calledAt),
      to: delivery.address,
      tag: tagOf(delivery.content),
      headers: mail.mayUnsubscribe ? unsubscribeHeaders(oneClickUrl) : [],
      ...mail,
    }
  }

  return {
    name: 'email',
    callsPerRequest: BATCH_SIZE,
    write: toMail,
    send: postmark.sendBatch,
    callsPerLookUp: BATCH_SIZE,
    find: (deliveries) =>
      postmark.find(
        deliveries.map(({ id, source, address, calledAt }) => ({
          deliveryId: id,
          stream: streamOf(source),
          to: address,
          calledAt: new Date(calledAt),
        })),
      ),
  }
}

const tagOf = (content: DeliveryContent) => (content.kind === 'letter' ? content.name : content.kind)

/** RFC 8058: mail programs show a button that posts to the address, without opening anything. */
const unsubscribeHeaders = (url: string) => [
  { Name: 'List-Unsubscribe', Value: `<${url}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
]
