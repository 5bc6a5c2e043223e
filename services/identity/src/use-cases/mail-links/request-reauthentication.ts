import type { Database } from '@walkon/service/database'
import type { UserRow } from '../../db/users.ts'
import type { Asker, Limits } from '../../limits/attempts.ts'
import { sendMailLink, type MailLinkDeps } from './send-mail-link.ts'

export type ReauthenticationDeps = MailLinkDeps & { db: Database; limits: Limits }

/** Mails a code to the owner of an account that is signed in. Throws `over_email_send_rate_limit`. */
export async function requestReauthentication(
  deps: ReauthenticationDeps,
  user: UserRow,
  { client, device }: Asker,
): Promise<void> {
  await deps.limits.mail(client, 'reauthentication', user.email, device)
  await deps.db.transaction((tx) =>
    sendMailLink(deps, tx, { purpose: 'reauthentication', email: user.email, userId: user.id }),
  )
}
