import type { ServiceDeps } from '@walkon/runtime/service'
import type { Part } from '@walkon/service/lifecycle'
import { onlyTo } from '../channels/allowed-mailer.ts'
import type { Mailer } from '../channels/email.ts'
import { createPostmarkMailer } from '../channels/postmark-mailer.ts'
import { createSmtpMailer } from '../channels/smtp-mailer.ts'
import type { PostmarkAddresses } from '../clients/postmark-addresses.ts'
import { postmarkWebhook } from '../clients/postmark-webhook.ts'
import { createPostmark, type Mail, type Postmark } from '../clients/postmark.ts'
import { createSmtp } from '../clients/smtp.ts'
import { postmarkOf, streamsOf, type NotifierSettings } from '../config.ts'
import { recordHandOver } from '../db/deliveries/hand-overs.ts'

/** The provider of mails, by the settings. */
export type MailProvider = {
  mailer: Mailer
  /** The provider's lists of addresses that it does not write to; null where it keeps none. */
  addresses: PostmarkAddresses | null
  /** The webhook for receipts and bounces; null if the provider has none. */
  webhook: ReturnType<typeof postmarkWebhook> | null
  parts: Part[]
}

export function mailProviderOf({
  db,
  settings,
}: Pick<ServiceDeps, 'db'> & { settings: NotifierSettings }): MailProvider {
  const { mailer, parts, postmark } = openMailer(settings, async ({ deliveryId, attemptNo }) => {
    if (await recordHandOver(db, { deliveryId, attemptNo })) return
    throw new Error('The lease of the mail is over: another sender may hold it')
  })
  const account = postmarkOf(settings)
  return {
    mailer: onlyTo(settings.ALLOWED_EMAILS, mailer),
    addresses: postmark?.addresses ?? null,
    webhook: account && postmarkWebhook({ ...account.webhook, streams: streamsOf(settings) }),
    parts,
  }
}

type BeginHandOver = (mail: Mail) => Promise<void>

/** Sends by the provider of the settings, to any address: whom a mail may go to is decided before. */
export function openMailer(
  settings: NotifierSettings,
  beginHandOver: BeginHandOver,
): Pick<MailProvider, 'mailer' | 'parts'> & { postmark: Postmark | null } {
  const account = postmarkOf(settings)
  if (account) {
    const postmark = createPostmark({
      apiUrl: settings.POSTMARK_API_URL,
      serverToken: account.serverToken,
      from: settings.MAIL_FROM,
      streams: streamsOf(settings),
      timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
    })
    const mailer = createPostmarkMailer(postmark, { absentSeconds: settings.LOOKUP_LEAST_WAIT_SECONDS })
    return { mailer, parts: [], postmark }
  }
  if (!settings.SMTP_URL) throw new Error('The settings name no provider of mails')
  const smtp = createSmtp({
    address: settings.SMTP_URL,
    from: settings.MAIL_FROM,
    returnPath: settings.RETURN_PATH,
    domain: domainOf(settings.MAIL_FROM),
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
    connections: settings.SENDER_CONCURRENCY,
    beginHandOver,
  })
  const close = { name: 'smtp', stop: async () => smtp.close() }
  return { mailer: createSmtpMailer(smtp), parts: [close], postmark: null }
}

const domainOf = (mailFrom: string) => /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
