import { providerWebhookRoutes } from '@walkon/runtime/provider-webhooks'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { HttpApp } from '@walkon/service/http'
import { registerNotOffered } from '@walkon/service/not-offered'
import { twilioWebhook } from '../clients/twilio-webhook.ts'
import { twilioOf, type NotifierSettings } from '../config.ts'
import type { ReceiptParts } from '../jobs/apply-receipts.ts'
import type { MailProvider } from '../jobs/mail-provider.ts'

type Webhooks = Pick<ReceiptParts, 'postmarkTells' | 'twilioTells'>

/** The providers' webhooks, by the settings; null if there is no such provider. */
export function webhooksOf(settings: NotifierSettings, { webhook: postmarkTells }: MailProvider): Webhooks {
  const account = twilioOf(settings)
  const { PUBLIC_URL: publicUrl, TWILIO_FORMER_AUTH_TOKEN: former } = settings
  const authTokens = [account?.authToken, former].filter((token) => token !== undefined)
  return {
    postmarkTells,
    twilioTells: account && twilioWebhook({ authTokens, publicUrl }),
  }
}

export function registerWebhooks(
  app: HttpApp,
  { db, cache, now }: Pick<ServiceDeps, 'db' | 'cache' | 'now'>,
  { postmarkTells, twilioTells }: Webhooks,
): void {
  if (postmarkTells) app.register(providerWebhookRoutes, { db, cache, now, webhook: postmarkTells })
  else registerNotOffered(app, ['/webhooks/postmark'])
  if (twilioTells) app.register(providerWebhookRoutes, { db, cache, now, webhook: twilioTells })
  else registerNotOffered(app, ['/webhooks/twilio'])
}
