import { adminActionDays } from '@walkon/runtime/admin-actions'
import { allowedEmails } from '@walkon/service/allowed-emails'
import { list, storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

const seconds = z.coerce.number().int().positive()
const minutes = z.coerce.number().positive()
const hours = z.coerce.number().positive()
const days = z.coerce.number().positive()
const count = z.coerce.number().int().min(1)

export const identitySettings = storeSettings.extend({
  /** Encrypt and sign what only identity reads, the current key first: 32 bytes each. */
  IDENTITY_KEYS: tokenKeys,
  /** Where visitors reach the site; requests that bring a cookie must come from its pages. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** Where links may lead for other clients: each an address whose origin and path a `redirect_to` must begin with. */
  REDIRECT_URLS: list.pipe(z.array(z.url())).default([]),
  /** The addresses that may be mailed; all unless set. Notifier refuses all others once more. */
  ALLOWED_EMAILS: allowedEmails,

  /**
   * How long a service accepts an access token after its session ended. A client refreshes 90 seconds before the end, so
   * shorter than five minutes is mostly refreshing.
   */
  ACCESS_TOKEN_SECONDS: seconds.min(300).max(900).default(300),
  /** A session ends this long after its sign-in, and after so long without use. */
  SESSION_DAYS: days.default(180),
  SESSION_IDLE_DAYS: days.default(60),
  /** A new signing key is made this often, and published this long before its first use. */
  SIGNING_KEY_DAYS: days.default(30),
  SIGNING_KEY_LEAD_MINUTES: minutes.default(60),

  /** How long the link that confirms a sign-up works, and the sign-up waits for it. */
  SIGN_UP_HOURS: hours.default(24),
  /** How long any other link works; 60 minutes at most. */
  LINK_MINUTES: minutes.max(60).default(60),
  /** How long a six-digit code works; 10 minutes at most. */
  CODE_MINUTES: minutes.max(10).default(10),
  /** A sign-in this recent is proof enough for a new password. */
  RECENT_SIGN_IN_MINUTES: minutes.default(15),

  /** Entries of an admin's acts are deleted so many days after the act. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,

  /** Passwords that are hashed at once, and that may wait for their turn; each takes 46 MiB. */
  HASH_CONCURRENCY: count.default(availableParallelism()),
  HASH_QUEUE: count.default(100),

  /** Tries at the password of one account in 15 minutes: from unknown browsers, and again from known ones. */
  SIGN_INS_PER_ACCOUNT: count.default(10),
  /** Of one client address in 5 minutes; a park's whole wireless network can be one. */
  SIGN_INS_PER_CLIENT: count.default(300),
  SIGN_UPS_PER_CLIENT: count.default(60),
  MAILS_PER_CLIENT: count.default(60),
  CODES_PER_CLIENT: count.default(100),
  /** Mails to one address: at most one of a kind in so many seconds, and so many of a kind in an hour. */
  MAIL_INTERVAL_SECONDS: z.coerce.number().int().min(0).default(60),
  MAILS_PER_ADDRESS: count.default(10),
  /** Codes by text to one number in a day, beside the interval of mails. Each is paid for, and counts among the texts that a number gets. */
  TEXTS_PER_NUMBER: count.default(20),
})

export type Settings = z.output<typeof identitySettings>
