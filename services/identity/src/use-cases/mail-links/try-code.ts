import type { Queryable } from '@walkon/service/database'
import { countCodeTry } from '../../db/code-tries.ts'
import { listCodes, type OneTimeTokenRow } from '../../db/one-time-tokens.ts'
import { MAX_CODE_ATTEMPTS, type TokenPurpose } from '../../domain/one-time-token.ts'
import type { MailLinkDeps } from './send-mail-link.ts'

export type TypedCode = {
  email: string
  code: string
  /** True if the browser was signed in to the account before. Its tries are counted apart from those of unknown browsers. */
  isKnownDevice: boolean
}

/** The mailed token that a typed code belongs to, or null. With `db` outside a transaction, so that a wrong code stays counted. */
export async function tryCode(
  { codeMac, now }: Pick<MailLinkDeps, 'codeMac' | 'now'>,
  db: Queryable,
  purposes: TokenPurpose[],
  { email, code, isKnownDevice }: TypedCode,
): Promise<OneTimeTokenRow | null> {
  const tries = await countCodeTry(db, email, purposes, isKnownDevice, now())
  const isOpen = ({ purpose, triesBefore, deviceTriesBefore }: OneTimeTokenRow) =>
    (tries.get(purpose) ?? 0) - (isKnownDevice ? deviceTriesBefore : triesBefore) <= MAX_CODE_ATTEMPTS
  const candidates = await listCodes(db, email, purposes, now())
  const meant = candidates.find(
    (token) => isOpen(token) && codeMac.verify(`${token.id}:${code}`, Buffer.from(token.codeHash, 'hex')),
  )
  return meant ?? null
}
