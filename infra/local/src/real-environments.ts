import type { ServiceName } from '@walkon/contracts/services'
import type { Environment } from '@walkon/service/config'
import type { RealSettings } from './real-settings.ts'
import type { LocalSettings } from './settings.ts'

/** Settings of single services under `MODE=real`: real providers, each by its own settings, and nothing of the sandbox. */
export function toRealEnvironments(
  settings: LocalSettings,
  real: RealSettings,
): Partial<Record<ServiceName, Environment>> {
  const { TWILIO_ACCOUNT_SID, SUPPORT_EMAIL, PRICES } = real
  const allowed = { ALLOWED_EMAILS: real.ALLOWED_EMAILS ?? SUPPORT_EMAIL }
  const sold = { SMS_ENABLED: String(TWILIO_ACCOUNT_SID !== undefined && settings.SMS_ENABLED) }
  return {
    identity: allowed,
    'park-data': {
      PARK_FEED_URL: real.PARK_FEED_URL,
      ...pick(real, ['PARK_FEED_API_KEY']),
      FEED_CONTACT: SUPPORT_EMAIL,
      DESTINATIONS: real.DESTINATIONS.join(),
    },
    billing: { ...sold, ...allowed, PRICES, ...pick(real, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS']) },
    flights: { ...allowed, ...pick(settings, ['DUFFEL_ACCESS_TOKEN']) },
    planner: { ...allowed, PRICES, ...pick(settings, ['GATE_PASSWORD']) },
    notifier: {
      ...sold,
      ...allowed,
      PRICES,
      ...pick(real, ['MAIL_FROM', 'POSTAL_ADDRESS', 'SMTP_URL', 'MAILS_PER_MINUTE', 'RETURN_PATH']),
      ...pick(real, ['POSTMARK_SERVER_TOKEN', 'POSTMARK_WEBHOOK_USER', 'POSTMARK_WEBHOOK_PASSWORD']),
      ...pick(real, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID']),
      ...pick(real, ['POSTMARK_WEBHOOK_FORMER_PASSWORD', 'TWILIO_FORMER_AUTH_TOKEN']),
      // A mail server reads a whole mail, and may look at it for a while, before it answers.
      ...(real.SMTP_URL !== undefined && { PROVIDER_TIMEOUT_SECONDS: '30', DELIVERY_LEASE_SECONDS: '45' }),
    },
  }
}

/** The settings that are set. */
const pick = <Name extends string>(
  from: { [Key in Name]?: string | undefined },
  names: Name[],
): Environment =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
