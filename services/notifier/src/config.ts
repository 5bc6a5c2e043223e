import { retentionDays } from '@walkon/runtime/purge-daily'
import { storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'

const seconds = z.coerce.number().positive()

const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

export const notifierSettings = storeSettings
  .extend({
    /** Keys of manage and unsubscribe links, the current one first. */
    TOKEN_KEYS: tokenKeys,
    /** Where visitors reach the site: what links in mails begin with. */
    PUBLIC_URL: webAddress,
    MAIL_FROM: z.string().min(3),
    /** Name and postal address of the sender, in one line, for the foot of every mail. */
    POSTAL_ADDRESS: z.string().min(1),

    POSTMARK_API_URL: webAddress.default('https://api.postmarkapp.com'),
    POSTMARK_SERVER_TOKEN: z.string().min(1),
    POSTMARK_MESSAGE_STREAM: z.string().min(1).default('outbound'),
    /** What Postmark's webhooks must present; they are not signed. */
    POSTMARK_WEBHOOK_USER: z.string().min(1),
    POSTMARK_WEBHOOK_PASSWORD: z.string().min(1),

    /** An alert is of no use this long after its reading. */
    DELIVERY_EXPIRY_MINUTES: z.coerce.number().positive().default(15),
    /** What was sent to whom is deleted so many days after it was asked for. */
    DELIVERY_RETENTION_DAYS: retentionDays.default(30),
    /** How many calls to a provider are under way at once. */
    SENDER_CONCURRENCY: z.coerce.number().int().min(1).max(20).default(4),
    PROVIDER_TIMEOUT_SECONDS: seconds.default(10),
    /** After this, a sender that has not answered is taken for dead. */
    DELIVERY_LEASE_SECONDS: seconds.default(60),
    /** How long after a doubtful call the provider is asked; must exceed the lag of its search. */
    LOOKUP_WAIT_SECONDS: seconds.default(120),
    /** The wait after a first refusal; it doubles up to 30 seconds. */
    RETRY_DELAY_SECONDS: seconds.default(1),
  })
  .superRefine((settings, context) => {
    const order: [name: keyof typeof settings, seconds: number][] = [
      ['PROVIDER_TIMEOUT_SECONDS', settings.PROVIDER_TIMEOUT_SECONDS],
      ['DELIVERY_LEASE_SECONDS', settings.DELIVERY_LEASE_SECONDS],
      ['LOOKUP_WAIT_SECONDS', settings.LOOKUP_WAIT_SECONDS],
      ['DELIVERY_EXPIRY_MINUTES', settings.DELIVERY_EXPIRY_MINUTES * 60],
    ]
    // A call must end before its lease, the lease before the provider is asked, and that before the alert is worthless:
    // out of this order a message could go out twice, or never.
    order.slice(1).forEach(([name, value], index) => {
      const [before, least] = order[index] ?? order[0] ?? [name, 0]
      const mayBeEqual = name === 'LOOKUP_WAIT_SECONDS'
      if (mayBeEqual ? value >= least : value > least) return
      context.addIssue({ code: 'custom', path: [name], message: `Must be longer than ${before}` })
    })
  })

export type NotifierSettings = z.output<typeof notifierSettings>
