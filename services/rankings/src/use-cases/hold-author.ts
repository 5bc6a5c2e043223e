import { holdUser } from '@walkon/runtime/erased-users'
import type { Account } from '@walkon/service/access-tokens'
import type { Transaction } from '@walkon/service/database'
import { saveNames } from '../db/display-names.ts'
import { toSignature } from '../domain/signature.ts'

/** The author of a request's words. */
export type Author = Pick<Account, 'userId' | 'displayName' | 'knownAt'>

/**
 * Keeps the account from being erased until the transaction ends, and the name of its token unless identity has told a newer one. An
 * author's own requests come one after another. Called before anything is stored; throws `unauthorized` for an account that is erased.
 */
export async function holdAuthor(tx: Transaction, { userId, displayName, knownAt }: Author): Promise<void> {
  await holdUser(tx, userId)
  await saveNames(tx, [{ userId, name: toSignature(displayName), namedAt: knownAt }])
}
