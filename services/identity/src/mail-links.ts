import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Notification } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Queryable, Transaction } from '@walkon/service/database'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Settings } from './config.ts'
import { insertOneTimeToken, tryCodes, type OneTimeTokenRow } from './db/one-time-tokens.ts'
import { toLinkPath, TYPES, type TokenPurpose, type VerificationType } from './domain/one-time-token.ts'
import { sha256, type Mac } from './sealing.ts'

export type MailedToken = {
  purpose: TokenPurpose
  email: string
  userId?: string
  signUpId?: string
  newEmail?: string
  /** Where the link's page leads, if not where its purpose says. */
  linkType?: VerificationType
  redirectTo?: string | null
  codeChallenge?: string | null
  codeChallengeMethod?: 's256' | 'plain' | null
}

export type MailLinks = {
  /** Makes a token and asks the notifier to mail it. */
  send(tx: Transaction, token: MailedToken): Promise<void>
  /** The mailed token that a typed code belongs to, or null. Counts the try. */
  findByCode(
    db: Queryable,
    email: string,
    purposes: TokenPurpose[],
    code: string,
  ): Promise<OneTimeTokenRow | null>
}

const MINUTE_MS = 60_000

export function createMailLinks(settings: Settings, mac: Mac, now: () => Date): MailLinks {
  const linkMinutes = (purpose: TokenPurpose) =>
    purpose === 'sign-up' ? settings.SIGN_UP_HOURS * 60 : settings.LINK_MINUTES

  return {
    async send(tx, { purpose, email, linkType, ...rest }) {
      const at = now()
      const id = randomUUID()
      const token = randomBytes(32).toString('base64url')
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const codeExpiresAt = new Date(at.getTime() + settings.CODE_MINUTES * MINUTE_MS)
      const expiresAt = new Date(at.getTime() + linkMinutes(purpose) * MINUTE_MS)
      await insertOneTimeToken(tx, {
        id,
        purpose,
        email,
        ...rest,
        tokenHash: sha256(token),
        codeHash: mac.sign(`${id}:${code}`).toString('hex'),
        codeExpiresAt,
        expiresAt,
        createdAt: at,
      })
      if (purpose === 'reauthentication') {
        const notification = { kind: purpose, code, expiresAt: codeExpiresAt.toISOString() } as const
        return requestMail(tx, email, notification, codeExpiresAt)
      }
      const { redirectTo = null, codeChallenge = null } = rest
      const notification = {
        kind: MAILS[purpose],
        path: toLinkPath(linkType ?? TYPES[purpose], token, { redirectTo, codeChallenge }),
        code,
        linkExpiresAt: expiresAt.toISOString(),
        codeExpiresAt: codeExpiresAt.toISOString(),
      }
      return requestMail(tx, email, notification, expiresAt)
    },

    async findByCode(db, email, purposes, code) {
      const candidates = await tryCodes(db, email, purposes, now())
      const meant = candidates.find(({ id, codeHash }) =>
        mac.verify(`${id}:${code}`, Buffer.from(codeHash, 'hex')),
      )
      return meant ?? null
    },
  }
}

const MAILS = {
  'sign-up': 'confirm-account',
  'sign-in': 'sign-in',
  recovery: 'reset-password',
  'email-change-current': 'confirm-new-email',
  'email-change-new': 'confirm-new-email',
} as const

/** Asks the notifier to write to an address, as long as it is of use. */
export async function requestMail(
  tx: Transaction,
  email: string,
  notification: Notification,
  expiresAt: Date,
): Promise<void> {
  await emit(tx, publishedBy('identity', notificationRequested), [
    {
      data: {
        notificationId: randomUUID(),
        recipient: { channel: 'email', address: email },
        notification,
        expiresAt: expiresAt.toISOString(),
      },
    },
  ])
}

const NOTICE_HOURS = 24

/** Tells whoever owned the account what was changed about it. */
export async function tellOfChange(
  tx: Transaction,
  email: string,
  change: Extract<Notification, { kind: 'account-changed' }>['change'],
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + NOTICE_HOURS * 60 * MINUTE_MS)
  await requestMail(tx, email, { kind: 'account-changed', change, changedAt: now.toISOString() }, expiresAt)
}
