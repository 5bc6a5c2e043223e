import type { NotificationOffers } from '@walkon/contracts/http/offers'
import { createCountedMails } from '@walkon/runtime/counted-mails'
import type { ServiceDeps } from '@walkon/runtime/service'
import { createClientLimit } from '@walkon/service/client-limit'
import type { HttpApp } from '@walkon/service/http'
import { registerNotOffered } from '@walkon/service/not-offered'
import type { ListLinks } from '../channels/list-links.ts'
import { createNewsletterTokens } from '../channels/newsletter-tokens.ts'
import type { NotifierSettings } from '../config.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'
import { newsletterIssueRoutes } from '../routes/newsletter-issues.ts'
import { newsletterRoutes } from '../routes/newsletter.ts'
import { offerRoutes } from '../routes/offers.ts'
import { unsubscribeRoutes } from '../routes/unsubscribe.ts'

/** Registers the routes that leave the lists of mails. */
export function registerLists(
  app: HttpApp,
  { db, now, settings }: ServiceDeps & { settings: NotifierSettings },
  { links, metrics }: { links: ListLinks; metrics: DeliveryMetrics },
): void {
  const newsletter = createNewsletterTokens(settings.TOKEN_KEYS)
  app.register(unsubscribeRoutes, { db, links, newsletter, metrics, now })
}

/** Registers the offers: the newsletter's subscription, and its issues. It needs a provider that tells of bounces and reports of spam. */
export function registerNewsletter(
  app: HttpApp,
  { db, cache, now, settings }: ServiceDeps & { settings: NotifierSettings },
  offers: NotificationOffers,
): void {
  app.register(offerRoutes, offers)
  if (!offers.newsletter) return registerNotOffered(app, ['/newsletter'])
  const tokens = createNewsletterTokens(settings.TOKEN_KEYS)
  app.register(newsletterIssueRoutes, { db, now })
  const mailLimit = createClientLimit({ cache, now }, 'newsletter-mail', {
    limit: settings.NEWSLETTER_MAILS_PER_CLIENT,
    windowSeconds: 3_600,
  })
  const mails = createCountedMails('newsletter', settings.TOKEN_KEYS)
  app.register(newsletterRoutes, { db, settings, tokens, mails, mailLimit, now })
}
