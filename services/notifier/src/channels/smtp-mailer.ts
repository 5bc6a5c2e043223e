import type { Finding } from '@walkon/runtime/provider-lookups'
import type { Mail } from '../clients/postmark.ts'
import type { Smtp } from '../clients/smtp.ts'
import type { UnknownDelivery } from '../db/deliveries/leases.ts'
import { goesAsAlert } from '../domain/delivery-source.ts'
import type { Mailer } from './email.ts'

/** A look-up asks no server: this is how many doubts are settled in one transaction. */
const CALLS_PER_LOOK_UP = 100

/** Mails by SMTP: one a connection at a time. A mail server cannot look up a mail in doubt (docs/decisions/mail-by-smtp.md). */
export const createSmtpMailer = (smtp: Pick<Smtp, 'send'>): Mailer => ({
  callsPerRequest: 1,
  send: (mails) => Promise.all(mails.map((mail) => smtp.send(withoutPlainOneClick(mail)))),
  callsPerLookUp: CALLS_PER_LOOK_UP,
  find: async (deliveries) => deliveries.map(settleDoubt),
})

/** One click needs https (RFC 8058): without it the link in the foot leaves a list. */
const withoutPlainOneClick = (mail: Mail): Mail =>
  mail.headers.some(({ Value }) => Value.startsWith('<http:')) ? { ...mail, headers: [] } : mail

/**
 * A mail whose handing over had not begun was not sent. Another may have arrived, so an alert is not mailed twice. A letter that was asked
 * for goes once more, with the same Message-ID, because its reader waits for it.
 */
function settleDoubt({ handedAt, doubts, source }: UnknownDelivery): Finding {
  if (handedAt === null || (doubts === 1 && !goesAsAlert(source)))
    return { kind: 'repeatable', delaySeconds: 0 }
  return { kind: 'never-known' }
}
