import { MANAGE_LINK_DAYS, type SealedTokens } from '@walkon/service/sealed-tokens'
import type { MailList } from '@walkon/contracts/values'
import type { Mail } from '../clients/postmark.ts'
import type { LeasedDelivery } from '../db/deliveries/leases.ts'
import type { DeliveryContent } from '../domain/content.ts'
import { goesAsAlert, streamOf } from '../domain/delivery-source.ts'
import type { Site } from '../templates/mail.ts'
import { writeMail } from '../templates/words.ts'
import type { Channel } from './channel.ts'
import type { ListLinks } from './list-links.ts'

const DAY_SECONDS = 86_400

/** The provider of mails: Postmark, or a mailbox by SMTP. */
export type Mailer = Pick<Channel<Mail>, 'callsPerRequest' | 'send' | 'callsPerLookUp' | 'find'>

export type EmailOptions = {
  mailer: Mailer
  site: Site
  manageTokens: SealedTokens
  listLinks: ListLinks
  now: () => Date
}

export function createEmailChannel(options: EmailOptions): Channel<Mail> {
  const { mailer, site, manageTokens, listLinks, now } = options

  async function toMail(delivery: LeasedDelivery): Promise<Mail> {
    const writtenAt = now()
    const list = listOf(delivery)
    const [manageToken, unsubscribeToken] = await Promise.all([
      manageTokens.seal(delivery.email ?? delivery.address, {
        expiresInSeconds: MANAGE_LINK_DAYS * DAY_SECONDS,
        now: writtenAt,
        knownAt: new Date(delivery.requestedAt),
      }),
      list && listLinks.seal(list, delivery.address, writtenAt),
    ])
    const oneClickUrl = unsubscribeToken && `${site.publicUrl}/u/${unsubscribeToken}`
    const manageUrl = `${site.publicUrl}/manage-alerts?token=${manageToken}`
    const mail = writeMail(delivery.content, {
      site,
      manageUrl,
      leaving: list && oneClickUrl ? { list, url: toPageUrl(list, oneClickUrl, manageToken) } : null,
      stoppedBy: delivery.stoppedBy,
      reference: delivery.reference,
      now: writtenAt,
    })
    return {
      deliveryId: delivery.id,
      attemptNo: delivery.attemptNo,
      stream: streamOf(delivery),
      calledAt: new Date(delivery.calledAt),
      to: delivery.address,
      tag: tagOf(delivery.content),
      headers: oneClickUrl ? unsubscribeHeaders(oneClickUrl) : [],
      ...mail,
    }
  }

  return { name: 'email', write: toMail, ...mailer }
}

/** The list that a mail can be left from. One that reaches those who left it, too, names the list in its words for them. */
function listOf({ source, list, content }: LeasedDelivery): MailList | null {
  if (goesAsAlert(source)) return 'ride-alerts'
  if (content.kind !== 'letter' || !content.whenUnsubscribed) return list
  return content.whenUnsubscribed.list ?? 'ride-alerts'
}

/**
 * The page of the link in the words leads on to the rides, where the mail is about them. The header is for programs, so its link has the
 * one key that they need.
 */
const toPageUrl = (list: MailList, oneClickUrl: string, manageToken: string) =>
  list === 'ride-alerts' ? `${oneClickUrl}?token=${manageToken}` : oneClickUrl

const tagOf = (content: DeliveryContent) => (content.kind === 'letter' ? content.name : content.kind)

/** RFC 8058: mail programs show a button that posts to the address, without opening anything. */
const unsubscribeHeaders = (url: string) => [
  { Name: 'List-Unsubscribe', Value: `<${url}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
]
