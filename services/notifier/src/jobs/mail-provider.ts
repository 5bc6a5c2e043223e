import type { ServiceDeps } from '@walkon/runtime/service'
import type { Part } from '@walkon/service/lifecycle'
import { onlyTo } from '../channels/allowed-mailer.ts'
import type { Mailer } from '../channels/email.ts'
import { createPostmarkMailer } from '../channels/postmark-mailer.ts'
import { createSmtpMailer } from '../channels/smtp-mailer.ts'
import type { PostmarkAddresses } from '../clients/postmark-addresses.ts'
import { postmarkWebhook } from '../clients/postmark-webhook.ts'
import { createPostmark, type Mail } from '../clients/postmark.ts'
import type { SmtpAddress } from '../clients/smtp-address.ts'
import { createSmtp } from '../clients/smtp.ts'
import { postmarkOf, streamsOf, type NotifierSettings } from '../config.ts'
import { recordHandOver } from '../db/hand-overs.ts'

/** Who takes our mails, as the settings say. */
export type MailProvider = {
  mailer: Mailer
  /** The provider's lists of addresses that it does not write to; null where it keeps none. */
  addresses: PostmarkAddresses | null
  /** What tells us of receipts and bounces; null where nothing does. */
  webhook: ReturnType<typeof postmarkWebhook> | null
  parts: Part[]
}

export function mailProviderOf(deps: Pick<ServiceDeps, 'db'> & { settings: NotifierSettings }): MailProvider {
  const { settings } = deps
  const account = postmarkOf(settings)
  if (account) return postmarkProviderOf(settings, account)
  if (!settings.SMTP_URL) throw new Error('The settings name no provider of mails')
  return smtpProviderOf(deps, settings.SMTP_URL)
}

function postmarkProviderOf(
  settings: NotifierSettings,
  { serverToken, webhook }: NonNullable<ReturnType<typeof postmarkOf>>,
): MailProvider {
  const streams = streamsOf(settings)
  const postmark = createPostmark({
    apiUrl: settings.POSTMARK_API_URL,
    serverToken,
    from: settings.MAIL_FROM,
    streams,
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })
  return {
    mailer: onlyTo(settings.ALLOWED_EMAILS, createPostmarkMailer(postmark)),
    addresses: postmark.addresses,
    webhook: postmarkWebhook({ ...webhook, streams }),
    parts: [],
  }
}

function smtpProviderOf(
  { db, settings }: Pick<ServiceDeps, 'db'> & { settings: NotifierSettings },
  address: SmtpAddress,
): MailProvider {
  const smtp = createSmtp({
    address,
    from: settings.MAIL_FROM,
    returnPath: settings.RETURN_PATH,
    domain: domainOf(settings.MAIL_FROM),
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
    connections: settings.SENDER_CONCURRENCY,
    async beginHandOver({ deliveryId, attemptNo }: Mail) {
      if (await recordHandOver(db, { deliveryId, attemptNo })) return
      throw new Error('The lease of the mail is over: another sender may hold it')
    },
  })
  return {
    mailer: onlyTo(settings.ALLOWED_EMAILS, createSmtpMailer(smtp)),
    addresses: null,
    webhook: null,
    parts: [{ name: 'smtp', stop: async () => smtp.close() }],
  }
}

const domainOf = (mailFrom: string) => /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
