import { adminActionDays } from '@walkon/runtime/admin-actions'
import { retentionDays } from '@walkon/runtime/purge-daily'
import { allowedEmails } from '@walkon/service/allowed-emails'
import {
  flag,
  list,
  prices,
  renamedTo,
  smsCountries,
  storeSettings,
  wholeOrAbsent,
} from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'
import { smtpAddress } from './clients/smtp-address.ts'

const seconds = z.coerce.number().positive()

const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const STREAM_SETTINGS = [
  'POSTMARK_ALERT_STREAM',
  'POSTMARK_NEWSLETTER_STREAM',
  'POSTMARK_FLIGHT_STREAM',
  'POSTMARK_RESTAURANT_STREAM',
  'POSTMARK_LIGHTNING_LANE_STREAM',
  'POSTMARK_LETTER_STREAM',
] as const

const POSTMARK = ['POSTMARK_SERVER_TOKEN', 'POSTMARK_WEBHOOK_USER', 'POSTMARK_WEBHOOK_PASSWORD']
const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID']

export const notifierSettings = storeSettings
  .extend({
    /** Keys of manage and unsubscribe links, the current one first. */
    TOKEN_KEYS: tokenKeys,
    /** The site's address for visitors, with which links in mails begin. */
    PUBLIC_URL: webAddress,
    /** Addresses that may be mailed; all unless set. */
    ALLOWED_EMAILS: allowedEmails,
    MAIL_FROM: z.string().min(3),
    /** Name and postal address of the sender, in one line, for the foot of every mail. */
    POSTAL_ADDRESS: z.string().min(1),

    POSTMARK_API_URL: webAddress.default('https://api.postmarkapp.com'),
    /** Mails go by Postmark or by SMTP: one of the two is set. */
    POSTMARK_SERVER_TOKEN: z.string().min(1).optional(),
    /** A stream of the server for each list of mails: a report of spam about one ends neither another nor the mails of an account. */
    POSTMARK_ALERT_STREAM: z.string().min(1).default('alerts'),
    /** The one that Postmark calls broadcast; all others are transactional. */
    POSTMARK_NEWSLETTER_STREAM: z.string().min(1).default('broadcast'),
    POSTMARK_FLIGHT_STREAM: z.string().min(1).default('flights'),
    POSTMARK_RESTAURANT_STREAM: z.string().min(1).default('restaurants'),
    POSTMARK_LIGHTNING_LANE_STREAM: z.string().min(1).default('lightning-lane'),
    /** The stream of letters outside all lists: they answer a request, or protect an account. */
    POSTMARK_LETTER_STREAM: z.string().min(1).default('outbound'),
    /** The credentials of Postmark's webhooks; they are not signed. */
    POSTMARK_WEBHOOK_USER: z.string().min(1).optional(),
    POSTMARK_WEBHOOK_PASSWORD: z.string().min(1).optional(),
    /** Accepted too, while the password is replaced. */
    POSTMARK_WEBHOOK_FORMER_PASSWORD: z.string().min(1).optional(),

    /** `smtps://user:password@host` or `smtp://…`, which must offer STARTTLS unless it is on this machine. */
    SMTP_URL: smtpAddress.optional(),
    /** The mailbox's limit; none if not given. */
    MAILS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
    /** The return path of mails; the address of MAIL_FROM if not given. */
    RETURN_PATH: z.email().optional(),

    TWILIO_API_URL: webAddress.default('https://api.twilio.com'),
    /** Without Twilio's settings no text is sent, and SMS_ENABLED is `false`. */
    TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
    /** Signs Twilio's webhooks, too. */
    TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
    /** Its signatures are accepted too, while the token is replaced. */
    TWILIO_FORMER_AUTH_TOKEN: z.string().min(1).optional(),
    TWILIO_MESSAGING_SERVICE_SID: z.string().startsWith('MG').optional(),
    /**
     * True if texts are sold: billing's setting, of the same meaning. `false`: plans have none; a pass that was sold with texts keeps them.
     */
    SMS_ENABLED: flag,
    /** `free`: no mail speaks of charges. */
    PRICES: prices,
    /** The kill switch of the channel: `true` stops every text at once, also those that were sold; alerts go by email. */
    STOP_ALL_TEXTS: flag.default(false),
    /** Regions whose numbers are texted. Billing's setting too: it sells no others. */
    SMS_COUNTRIES: smsCountries,
    TEXT_COUNTRIES: renamedTo('SMS_COUNTRIES'),
    /** Texts in a day (UTC): to one number, to numbers that differ in their last four digits alone, and in all. */
    TEXTS_PER_NUMBER_DAY: z.coerce.number().int().min(0).default(100),
    TEXTS_PER_BLOCK_DAY: z.coerce.number().int().min(0).default(5_000),
    TEXTS_PER_DAY: z.coerce.number().int().min(0).default(200_000),
    /** Questions to numbers that have not confirmed; they use up nothing of TEXTS_PER_DAY. */
    TEXT_QUESTIONS_PER_DAY: z.coerce.number().int().min(0).default(20_000),
    /** Numbers that one address may have asked in a day. */
    TEXT_NUMBERS_PER_ADDRESS_DAY: z.coerce.number().int().min(1).default(5),
    /** Different numbers of plans that one client network may name in a day. */
    PLAN_NUMBERS_PER_CLIENT_DAY: z.coerce.number().int().min(1).default(10),
    NUMBERS_PER_CLIENT_DAY: renamedTo('PLAN_NUMBERS_PER_CLIENT_DAY'),
    /** Devices that are added to one address in an hour: its owner gets a mail for each. */
    NEW_DEVICES_PER_ADDRESS: z.coerce.number().int().min(1).default(20),
    /** Addresses that one client network enters for the newsletter in an hour, without their accounts. */
    NEWSLETTER_MAILS_PER_CLIENT: z.coerce.number().int().min(1).default(60),
    /** Texts of one unlimited plan in a calendar month (UTC), where texts are sold; then its alerts go by email. */
    PLAN_TEXTS_PER_MONTH: z.coerce.number().int().min(1).default(300),
    /** The rate that the account and its numbers allow, of all processes together. */
    TEXTS_PER_SECOND: z.coerce.number().int().min(1).default(100),
    /** How many calls to Twilio are under way at once; each carries one text. */
    TEXT_CONCURRENCY: z.coerce.number().int().min(1).max(200).default(40),
    /** After a refusal of our configuration, no text is sent for so long; alerts go by email. */
    TEXT_PAUSE_SECONDS: seconds.default(30),
    /** The kill switch of the channel: `true` stops every push notification at once; alerts go by email. */
    STOP_ALL_PUSHES: flag.default(false),
    /** The rate of all processes together. */
    PUSHES_PER_SECOND: z.coerce.number().int().min(1).default(500),
    /** How many calls to push services are under way at once; each carries one notification. */
    PUSH_CONCURRENCY: z.coerce.number().int().min(1).max(200).default(40),
    /** A push service that refuses the devices of several visitors is not called for so long. */
    PUSH_PAUSE_SECONDS: seconds.default(30),
    /** An email that push replaces goes after so long, if no device has accepted the alert. */
    PUSH_FALLBACK_SECONDS: seconds.default(120),
    /** Origins that stand in for push services, in addition to those of the browsers. For the local run and tests: each is called. */
    PUSH_TEST_ORIGINS: list.default([]),
    /** Origins that webhooks may call beside public addresses by https. For the local run and tests: each is called. */
    WEBHOOK_TEST_ORIGINS: list.default([]),
    /** A device is forgotten so many days after it was added or last accepted an alert. */
    DEVICE_RETENTION_DAYS: retentionDays.default(400),
    /** A text that did not arrive is sent once more after so long. */
    TEXT_RETRY_SECONDS: seconds.default(30),
    /** Alerts whose text still waits to be sent after so long go by email. */
    TEXT_FALLBACK_SECONDS: seconds.default(180),
    /** The answerer of STOP, START and HELP: Twilio by its own handling, or we if that is switched off for our account. */
    TEXT_KEYWORDS_BY: z.enum(['twilio', 'walkon']).default('twilio'),
    /**
     * Consents are deleted so many days after the last order with the number; marks of Twilio's signed requests, so many after they came.
     */
    CONSENT_RETENTION_DAYS: retentionDays.default(1_461),

    /** Whom a plan covered, how many texts it sent and its number are deleted so many days after it ended. */
    PLAN_RETENTION_DAYS: retentionDays.default(90),

    /** An alert is of no use this long after its reading. */
    DELIVERY_EXPIRY_MINUTES: z.coerce.number().positive().default(15),
    /** Deliveries are deleted so many days after their request. */
    DELIVERY_RETENTION_DAYS: retentionDays.default(30),
    /** Acts of admins are deleted after so many days. */
    ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
    /** How many calls to a provider are under way at once. */
    SENDER_CONCURRENCY: z.coerce.number().int().min(1).max(20).default(4),
    PROVIDER_TIMEOUT_SECONDS: seconds.default(10),
    /** After this, a sender that has not answered is taken for dead. */
    DELIVERY_LEASE_SECONDS: seconds.max(60).default(20),
    /** A message that the provider's search does not show is sent again after this, if the search shows later messages. */
    LOOKUP_LEAST_WAIT_SECONDS: seconds.default(15),
    /** After this also if it shows none; must exceed the lag of the search. */
    LOOKUP_WAIT_SECONDS: seconds.default(120),
    /** The wait after a first refusal; it doubles up to 30 seconds. */
    RETRY_DELAY_SECONDS: seconds.default(1),
  })
  .superRefine(wholeOrAbsent(POSTMARK, TWILIO))
  .refine(({ POSTMARK_SERVER_TOKEN, SMTP_URL }) => Boolean(POSTMARK_SERVER_TOKEN) !== Boolean(SMTP_URL), {
    path: ['SMTP_URL'],
    // Beside other faults too, so that one start names all of them.
    when: () => true,
    error: 'mails go by Postmark (POSTMARK_SERVER_TOKEN) or by SMTP (SMTP_URL): set one of the two',
  })
  .refine(({ SMS_ENABLED, TWILIO_ACCOUNT_SID }) => !SMS_ENABLED || TWILIO_ACCOUNT_SID !== undefined, {
    path: ['SMS_ENABLED'],
    error: 'is `true`, and no text is sent without the settings of Twilio',
  })
  .superRefine((settings, context) => {
    type Time = [name: keyof typeof settings, seconds: number]
    const timeout: Time = ['PROVIDER_TIMEOUT_SECONDS', settings.PROVIDER_TIMEOUT_SECONDS]
    const lease: Time = ['DELIVERY_LEASE_SECONDS', settings.DELIVERY_LEASE_SECONDS]
    const leastWait: Time = ['LOOKUP_LEAST_WAIT_SECONDS', settings.LOOKUP_LEAST_WAIT_SECONDS]
    const wait: Time = ['LOOKUP_WAIT_SECONDS', settings.LOOKUP_WAIT_SECONDS]
    const expiry: Time = ['DELIVERY_EXPIRY_MINUTES', settings.DELIVERY_EXPIRY_MINUTES * 60]
    const fallback: Time = ['TEXT_FALLBACK_SECONDS', settings.TEXT_FALLBACK_SECONDS]
    // Out of this order a message could go out twice (a call outlasts its lease) or never (it expires in doubt). A doubt
    // begins when a call or its lease has ended, so the lease and the waits need no order among each other.
    const order = [
      [timeout, lease],
      [leastWait, wait],
      [lease, expiry],
      [wait, expiry],
      [fallback, expiry],
    ] as const
    for (const [[shorter, least], [longer, most]] of order) {
      if (least < most) continue
      context.addIssue({ code: 'custom', path: [longer], message: `Must be longer than ${shorter}` })
    }
    for (const [index, name] of STREAM_SETTINGS.entries()) {
      const other = STREAM_SETTINGS.slice(index + 1).find((later) => settings[later] === settings[name])
      if (other)
        context.addIssue({ code: 'custom', path: [name], message: `Must be another stream than ${other}` })
    }
  })

export type NotifierSettings = z.output<typeof notifierSettings>

/** Postmark's message stream of each kind of mail. */
export const streamsOf = (settings: NotifierSettings) => ({
  alerts: settings.POSTMARK_ALERT_STREAM,
  newsletter: settings.POSTMARK_NEWSLETTER_STREAM,
  flights: settings.POSTMARK_FLIGHT_STREAM,
  restaurants: settings.POSTMARK_RESTAURANT_STREAM,
  'lightning-lane': settings.POSTMARK_LIGHTNING_LANE_STREAM,
  letters: settings.POSTMARK_LETTER_STREAM,
})

/** Twilio's account; null where this installation has none. */
export function twilioOf(settings: NotifierSettings) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = settings
  const { TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = settings
  return accountSid && authToken && messagingServiceSid
    ? { accountSid, authToken, messagingServiceSid }
    : null
}

/** Postmark's server; null where mails go by SMTP. */
export function postmarkOf(settings: NotifierSettings) {
  const { POSTMARK_SERVER_TOKEN: serverToken } = settings
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = settings
  const { POSTMARK_WEBHOOK_FORMER_PASSWORD: former } = settings
  const passwords = [password, former].filter((one) => one !== undefined)
  return serverToken && user && password ? { serverToken, webhook: { user, passwords } } : null
}
