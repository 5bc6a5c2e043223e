import type { SealedTokens } from '@walkon/service/sealed-tokens'
import type { Log } from '@walkon/service/log'
import { BATCH_SIZE, type Mail, type Postmark } from '../clients/postmark.ts'
import type { ClaimedDelivery, UnknownDelivery } from '../db/claims.ts'
import type { DeliveryContent } from '../domain/content.ts'
import { toAccountLinkMail } from '../templates/account-link-mail.ts'
import { toAccountNoticeMail } from '../templates/account-notice-mail.ts'
import { toAlertMail } from '../templates/alert-mail.ts'
import { toAlertsActivatedMail } from '../templates/alerts-activated-mail.ts'
import { toConfirmAlertsMail } from '../templates/confirm-alerts-mail.ts'
import type { MailText, Site } from '../templates/mail.ts'
import type { AnsweredDelivery, Channel } from './channel.ts'

const MANAGE_LINK_DAYS = 30
/** A mail may be opened long after; leaving must still work then. */
const UNSUBSCRIBE_LINK_DAYS = 365
const DAY_SECONDS = 86_400

export type EmailOptions = {
  postmark: Postmark
  site: Site
  manageTokens: SealedTokens
  unsubscribeTokens: SealedTokens
  log: Log
  now: () => Date
}

export function createEmailChannel(options: EmailOptions): Channel {
  const { postmark, site, manageTokens, unsubscribeTokens, log, now } = options

  async function toMail(delivery: ClaimedDelivery): Promise<Mail> {
    const writtenAt = now()
    const [manageToken, unsubscribeToken] = await Promise.all([
      manageTokens.seal(delivery.email ?? delivery.address, {
        expiresInSeconds: MANAGE_LINK_DAYS * DAY_SECONDS,
        now: writtenAt,
      }),
      unsubscribeTokens.seal(delivery.address, {
        expiresInSeconds: UNSUBSCRIBE_LINK_DAYS * DAY_SECONDS,
        now: writtenAt,
      }),
    ])
    const links = {
      manageUrl: `${site.publicUrl}/manage-alerts?token=${manageToken}`,
      unsubscribeUrl: `${site.publicUrl}/u/${unsubscribeToken}`,
    }
    const { isUnsubscribed } = delivery
    const mail = write(delivery.content, { site, links, isUnsubscribed, now: writtenAt })
    return {
      deliveryId: delivery.id,
      to: delivery.address,
      tag: delivery.content.kind,
      headers: mail.mayUnsubscribe ? unsubscribeHeaders(links.unsubscribeUrl) : [],
      ...mail,
    }
  }

  return {
    name: 'email',
    batchSize: BATCH_SIZE,

    async send(deliveries, mayCall) {
      const answered: AnsweredDelivery[] = []
      const written: { delivery: ClaimedDelivery; mail: Mail }[] = []
      for (const delivery of deliveries) {
        try {
          written.push({ delivery, mail: await toMail(delivery) })
        } catch (error) {
          log.error({ err: error, deliveryId: delivery.id }, 'mail cannot be written')
          answered.push({ delivery, answer: { kind: 'refused', reason: 'not-writable', suppress: null } })
        }
      }
      if (written.length === 0) return answered
      if (!mayCall()) {
        const tooLate = { kind: 'retry', reason: 'lease-over' } as const
        return [...answered, ...written.map(({ delivery }) => ({ delivery, answer: tooLate }))]
      }
      const answers = await postmark.sendBatch(written.map(({ mail }) => mail))
      return [
        ...answered,
        ...written.map(({ delivery }, index) => ({ delivery, answer: answers[index] ?? NO_ANSWER })),
      ]
    },

    find: ({ id, address, kind, calledAt }: UnknownDelivery) =>
      postmark.find({ deliveryId: id, to: address, tag: kind, since: new Date(calledAt) }),
  }
}

const NO_ANSWER = { kind: 'unclear', reason: 'malformed-answer' } as const

type Setting = Parameters<typeof toAlertMail>[1]

function write(content: DeliveryContent, setting: Setting): MailText {
  switch (content.kind) {
    case 'ride-alerts':
      return toAlertMail(content, setting)
    case 'confirm-alerts':
      return toConfirmAlertsMail(content, setting)
    case 'alerts-activated':
      return toAlertsActivatedMail(content, setting)
    case 'confirm-account':
    case 'reset-password':
    case 'sign-in':
    case 'confirm-new-email':
      return toAccountLinkMail(content, setting)
    case 'account-exists':
    case 'reauthentication':
    case 'account-changed':
      return toAccountNoticeMail(content, setting)
    default:
      return content satisfies never
  }
}

/** RFC 8058: mail programs show a button that posts to the address, without opening anything. */
const unsubscribeHeaders = (url: string) => [
  { Name: 'List-Unsubscribe', Value: `<${url}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
]
