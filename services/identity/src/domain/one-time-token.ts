/** The reason for which a mail was asked for. */
export const MAIL_REQUEST_KINDS = ['sign-up', 'resend-sign-up', 'sign-in', 'recovery'] as const
export type MailRequestKind = (typeof MAIL_REQUEST_KINDS)[number]

/** The use of the token of a mail. */
export const TOKEN_PURPOSES = [
  'sign-up',
  'sign-in',
  'recovery',
  'email-change-current',
  'email-change-new',
  'reauthentication',
] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

/** The use of a code, by mail or by text. */
export const CODE_PURPOSES = [...TOKEN_PURPOSES, 'text-sign-in'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

/** How a PKCE client derives its challenge. */
export const CHALLENGE_METHODS = ['s256', 'plain'] as const
export type ChallengeMethod = (typeof CHALLENGE_METHODS)[number]

/** GoTrue's names, as `verify` and links have them. */
export type VerificationType = 'signup' | 'magiclink' | 'email' | 'recovery' | 'email_change' | 'invite'

/** Which mails a verification of that type may come from. */
export const PURPOSES: Record<VerificationType, TokenPurpose[]> = {
  signup: ['sign-up'],
  invite: ['sign-up'],
  magiclink: ['sign-in', 'sign-up'],
  email: ['sign-in', 'sign-up'],
  recovery: ['recovery', 'sign-up'],
  email_change: ['email-change-current', 'email-change-new'],
}

/** The use of the link of a mail, as its address says. */
export const TYPES: Record<Exclude<TokenPurpose, 'reauthentication'>, VerificationType> = {
  'sign-up': 'signup',
  'sign-in': 'magiclink',
  recovery: 'recovery',
  'email-change-current': 'email_change',
  'email-change-new': 'email_change',
}

/** Tries at the code of a mail or text, from unknown browsers and from known ones; the link of the same mail still works. */
export const MAX_CODE_ATTEMPTS = 5

export type LinkTarget = { redirectTo: string | null; codeChallenge: string | null }

/** The path of our page, whose button uses the token. A mail program that opens every link uses nothing up. */
export const toLinkPath = (type: VerificationType, token: string) =>
  `/auth/confirm?${new URLSearchParams({ token, type }).toString()}`

/** For a PKCE client: the path that redirects the visitor to the client with a code. Null for other clients. */
export function toAppPath(
  type: VerificationType,
  token: string,
  { redirectTo, codeChallenge }: LinkTarget,
): string | null {
  if (redirectTo === null || codeChallenge === null) return null
  return `/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()}`
}
