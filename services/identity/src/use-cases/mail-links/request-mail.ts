import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import type { Settings } from '../../config.ts'
import { insertMailRequest, type MailRequestRow } from '../../db/mail-requests.ts'
import type { ChallengeMethod, MailRequestKind } from '../../domain/one-time-token.ts'
import { decideAppRedirect } from '../../domain/redirect.ts'
import type { Limits } from '../../limits/attempts.ts'

/** A client's wishes for the link of its mail: its target, and the PKCE challenge. */
export type LinkWish = {
  redirect_to?: string | undefined
  code_challenge?: string | null | undefined
  code_challenge_method?: ChallengeMethod | null | undefined
}

export type MailRequestDeps = { settings: Settings; now: () => Date }

export type NewMailRequest = {
  kind: Exclude<MailRequestKind, 'sign-up'>
  email: string
  /** The address that asks. */
  client: string
  wish: LinkWish
  /** The account that this browser has proved to know, if any. */
  device: string | null
  /** True if the mail to an address without an account makes one. */
  mayCreate?: boolean
}

/** Which limit counts a mail. A resent mail counts as one of the sign-up. */
const COUNTED_AS = { 'resend-sign-up': 'sign-up', 'sign-in': 'sign-in', recovery: 'recovery' } as const

/** Stores a request for a mail. A job writes the mail after the answer, if there is an account to write about. Throws `over_email_send_rate_limit`. */
export async function requestMail(
  deps: MailRequestDeps & { db: Database; limits: Limits },
  { kind, email, client, wish, device, mayCreate = false }: NewMailRequest,
): Promise<void> {
  await deps.limits.mail(client, COUNTED_AS[kind], email, device)
  await deps.db.transaction((tx) =>
    insertMailRequest(tx, { ...toMailRequest(deps, kind, email, wish), mayCreate }),
  )
}

export function toMailRequest(
  { settings, now }: MailRequestDeps,
  kind: MailRequestKind,
  email: string,
  wish: LinkWish,
): MailRequestRow {
  const redirectTo = wish.code_challenge
    ? decideAppRedirect(wish.redirect_to, settings.REDIRECT_URLS, settings.PUBLIC_URL)
    : null
  const codeChallenge = redirectTo === null ? null : (wish.code_challenge ?? null)
  return {
    id: randomUUID(),
    kind,
    email,
    signUpId: null,
    redirectTo,
    codeChallenge,
    codeChallengeMethod: codeChallenge === null ? null : (wish.code_challenge_method ?? 'plain'),
    mayCreate: false,
    createdAt: now(),
  }
}
