import type { Letter } from '@walkon/contracts/letter'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { hashToken, makeToken } from '@walkon/service/link-tokens'
import { randomUUID } from 'node:crypto'
import type { Settings } from '../../config.ts'
import { touchCodeTries } from '../../db/code-tries.ts'
import { insertOneTimeToken } from '../../db/one-time-tokens.ts'
import { toLinkLetter } from '../../domain/link-letter.ts'
import { toReauthenticationLetter } from '../../domain/notice-letter.ts'
import {
  toAppPath,
  toLinkPath,
  TYPES,
  type ChallengeMethod,
  type TokenPurpose,
  type VerificationType,
} from '../../domain/one-time-token.ts'
import type { Mac } from '../../secrets/macs.ts'
import { newCode } from '../../secrets/one-time-secrets.ts'

export type MailLinkDeps = {
  settings: Settings
  /** Makes the hashes of codes. */
  codeMac: Mac
  now: () => Date
}

export type MailedToken = {
  purpose: TokenPurpose
  email: string
  userId?: string
  signUpId?: string
  newEmail?: string
  /** The type of the link, where it is not the one of its purpose. */
  linkType?: VerificationType
  redirectTo?: string | null
  codeChallenge?: string | null
  codeChallengeMethod?: ChallengeMethod | null
  /** The counts of the code that this one replaces, so that its tries go on. */
  tries?: { triesBefore: number; deviceTriesBefore: number }
}

const MINUTE_MS = 60_000

/** Makes a token, as a link and as a code, and asks the notifier to mail it. */
export async function sendMailLink(
  { settings, codeMac, now }: MailLinkDeps,
  tx: Transaction,
  { purpose, email, linkType, tries, ...rest }: MailedToken,
): Promise<void> {
  const createdAt = now()
  const inMinutes = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE_MS)
  const id = randomUUID()
  const [token, code] = [makeToken(), newCode()]
  const codeExpiresAt = inMinutes(settings.CODE_MINUTES)
  const expiresAt = inMinutes(purpose === 'sign-up' ? settings.SIGN_UP_HOURS * 60 : settings.LINK_MINUTES)
  await insertOneTimeToken(tx, {
    id,
    purpose,
    email,
    ...rest,
    ...(await touchCodeTries(tx, email, purpose, createdAt)),
    ...tries,
    tokenHash: hashToken(token),
    codeHash: codeMac.sign(`${id}:${code}`).toString('hex'),
    codeExpiresAt,
    expiresAt,
    createdAt,
  })
  const mail = (letter: Letter, until: Date) =>
    requestLetter(tx, 'identity', { to: { email }, letter, useful: { until } }, createdAt)
  if (purpose === 'reauthentication')
    return mail(toReauthenticationLetter(code, codeExpiresAt), codeExpiresAt)
  const { redirectTo = null, codeChallenge = null } = rest
  const type = linkType ?? TYPES[purpose]
  const path = toLinkPath(type, token)
  const appPath = toAppPath(type, token, { redirectTo, codeChallenge })
  return mail(toLinkLetter(purpose, { path, appPath, expiresAt, code, codeExpiresAt }), expiresAt)
}
