import { InvalidEnvironment, list, loadSettings, type Environment } from '@walkon/service/config'
import { z } from 'zod'

/** The destinations of the parks on the home page, by the ids of ThemeParks.wiki. */
const HOME_PAGE = [
  'e957da41-3552-4cf6-b636-5babc5cbc4e5', // Walt Disney World
  'bfc89fd6-314d-44b4-b89e-df1a89cf991e', // Disneyland
  '89db5d43-c434-4097-b71f-f6869f495a22', // Universal Orlando
  '9fc68f1c-3f5e-4f09-89f2-aab2cf1a0741', // Universal Studios Hollywood
  '17e01e63-d22f-414f-b65b-1786acbd918c', // Six Flags Magic Mountain
  'ee2ec4b5-3bc3-403c-9e30-7fa607e6311e', // Cedar Point
  '643e837e-b244-4663-8d3a-148c26ecba9c', // SeaWorld Orlando
  '1d92560c-474f-4425-906d-e9dd2f2da6ca', // Busch Gardens Tampa
  'b1444147-b93a-4f73-b12d-28f9b1f7ec7c', // Knott's Berry Farm
  '8d8e39eb-4b0a-48b9-ac67-444dd6e97519', // Six Flags Great Adventure
]

const value = z.string().min(1)

/** Both modes have it. */
export const pricesSetting = z
  .enum(['list', 'free'])
  .optional()
  .describe(
    '`free`: passes cost nothing and need no code, and nothing else is sold. `list` unless set; with `MODE=real` it needs Stripe, without which `free` is the default.',
  )

/** Every setting that `MODE=real` adds. The second table in docs/settings.md is made from this. */
export const realSettings = z.object({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'The address that visitors type, with which links in mails begin. `http://localhost:PORT` unless set.',
    ),
  TRUSTED_PROXIES: value
    .optional()
    .describe('Addresses of a proxy before it, such as Caddy, whose `X-Forwarded-For` is believed.'),
  SUPPORT_EMAIL: z
    .email()
    .optional()
    .describe(
      '**Needed.** Your address: pages name it for questions, the requests to the feed name it to its operator, and you hear there when feed or disk fails.',
    ),
  OPERATOR_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'A port on loopback where `/readyz` names feed, disk or mail under `away` while one of them fails; any free one unless set.',
    ),
  ALLOWED_EMAILS: value
    .optional()
    .describe(
      'Who may be mailed: addresses, and domains as `@example.org`, with commas between them; `*` is everybody. `SUPPORT_EMAIL` alone unless set.',
    ),
  MAIL_FROM: value
    .optional()
    .describe('**Needed.** The sender of every mail, such as `Walkon <walkon@example.org>`.'),
  POSTAL_ADDRESS: value
    .optional()
    .describe('**Needed.** Name and postal address of the sender, for the foot of every mail.'),
  SMTP_URL: value
    .optional()
    .describe(
      '**Needed, or Postmark.** A mailbox that sends: `smtps://user:password@smtp.example.org`, with %-codes for signs in the password.',
    ),
  MAILS_PER_MINUTE: value.optional().describe('What the mailbox allows; not limited unless set.'),
  RETURN_PATH: value
    .optional()
    .describe('Where undeliverable mails go; the address of `MAIL_FROM` unless set.'),
  POSTMARK_SERVER_TOKEN: value
    .optional()
    .describe('Sends by Postmark in place of `SMTP_URL`; paid passes and the newsletter need it.'),
  POSTMARK_WEBHOOK_USER: value.optional().describe('What Postmark’s webhooks present.'),
  POSTMARK_WEBHOOK_PASSWORD: value.optional().describe('What Postmark’s webhooks present.'),
  POSTMARK_WEBHOOK_FORMER_PASSWORD: value
    .optional()
    .describe(
      'Accepted too, while the password is [replaced](runbooks/key-rotation.md#secrets-of-webhooks).',
    ),
  TWILIO_ACCOUNT_SID: value
    .optional()
    .describe('Sends texts by Twilio; without its three settings there are none.'),
  TWILIO_AUTH_TOKEN: value.optional().describe('Of the account at Twilio.'),
  TWILIO_FORMER_AUTH_TOKEN: value
    .optional()
    .describe('Its signatures are accepted too, while the token is replaced.'),
  TWILIO_MESSAGING_SERVICE_SID: value.optional().describe('Of the messaging service at Twilio.'),
  STRIPE_SECRET_KEY: value
    .optional()
    .describe('Takes payments by Stripe; without its two settings nothing is sold.'),
  STRIPE_WEBHOOK_SECRETS: value.optional().describe('What signs Stripe’s webhooks.'),
  PRICES: pricesSetting,
  PARK_FEED_URL: z
    .url()
    .default('https://api.themeparks.wiki/v1')
    .describe('Where the feed of waits answers.'),
  PARK_FEED_API_KEY: value.optional().describe('The feed’s key, if you have one.'),
  DESTINATIONS: list
    .pipe(z.array(z.uuid()))
    .default(HOME_PAGE)
    .describe(
      'The feed’s ids of the only destinations that are read and offered; those of the home page unless set.',
    ),
})

export type RealSettings = z.output<typeof realSettings>

/** Throws `InvalidEnvironment` with all that is missing or contradicts another setting, and how to mend it. */
export function readRealSettings(env: Environment): RealSettings {
  const settings = loadSettings(realSettings, env)
  const faults = [...listMissing(settings), ...listContradictions(settings)]
  if (faults.length > 0) throw new InvalidEnvironment(faults)
  return { ...settings, PRICES: pricesOf(settings) }
}

const pricesOf = ({ PRICES, STRIPE_SECRET_KEY }: RealSettings): 'list' | 'free' =>
  PRICES ?? (STRIPE_SECRET_KEY === undefined ? 'free' : 'list')

const NEEDED = {
  SUPPORT_EMAIL: 'your own address, such as you@example.org',
  MAIL_FROM: 'the sender of mails, such as Walkon <walkon@example.org>',
  POSTAL_ADDRESS: 'name and postal address of the sender, in one line',
}

const listMissing = (settings: RealSettings): string[] =>
  Object.entries(NEEDED).flatMap(([name, mend]) =>
    settings[name as keyof typeof NEEDED] === undefined ? [`${name}: is not set. Set it to ${mend}`] : [],
  )

function listContradictions(settings: RealSettings): string[] {
  const { SMTP_URL, POSTMARK_SERVER_TOKEN, STRIPE_SECRET_KEY } = settings
  const faults: string[] = []
  if (SMTP_URL === undefined && POSTMARK_SERVER_TOKEN === undefined)
    faults.push(
      'SMTP_URL: is not set, and no mail can be sent. Set it to smtps://user:password@your-mail-server',
    )
  if (SMTP_URL !== undefined && POSTMARK_SERVER_TOKEN !== undefined)
    faults.push('SMTP_URL: is set beside POSTMARK_SERVER_TOKEN. Take one of the two away')
  if (SMTP_URL !== undefined && STRIPE_SECRET_KEY !== undefined)
    faults.push(
      'SMTP_URL: is set beside STRIPE_SECRET_KEY, and a paid pass needs Postmark’s receipts. Set Postmark, or take Stripe away',
    )
  if (pricesOf(settings) === 'list' && STRIPE_SECRET_KEY === undefined)
    faults.push('PRICES: is `list`, and nothing can be paid. Set STRIPE_SECRET_KEY, or PRICES=free')
  return faults
}

/** Weaknesses of these settings, for the person who starts it. */
export function listNotes({ PUBLIC_URL, ...settings }: RealSettings): string[] {
  if (PUBLIC_URL?.startsWith('https:')) return []
  const needs = [
    ['push notifications on other devices', true],
    ['receipts of Postmark', settings.POSTMARK_SERVER_TOKEN !== undefined],
    ['texts', settings.TWILIO_ACCOUNT_SID !== undefined],
    ['payments', settings.STRIPE_SECRET_KEY !== undefined],
  ] as const
  const named = needs.flatMap(([need, isSet]) => (isSet ? [need] : []))
  return [`Without a public https address in PUBLIC_URL there are no ${named.join(', no ')}.`]
}
