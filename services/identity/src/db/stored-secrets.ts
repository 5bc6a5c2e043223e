import type { Transaction } from '@walkon/service/database'
import { eq } from 'drizzle-orm'
import type { StoredSecretPurpose } from '../secrets/stored-secrets.ts'
import { factors, privateKeys } from './schema.ts'

export type StoredSecretRow = { id: string; sealed: string }

/** Lists the secrets stored sealed for a purpose, and locks them: an authenticator app that is added meanwhile has the current key. */
export async function lockStoredSecrets(
  tx: Transaction,
  purpose: StoredSecretPurpose,
): Promise<StoredSecretRow[]> {
  return purpose === 'totp-secret'
    ? tx.select({ id: factors.id, sealed: factors.secret }).from(factors).orderBy(factors.id).for('update')
    : tx
        .select({ id: privateKeys.keyId, sealed: privateKeys.privateKey })
        .from(privateKeys)
        .orderBy(privateKeys.keyId)
        .for('update')
}

export async function saveStoredSecret(
  tx: Transaction,
  purpose: StoredSecretPurpose,
  { id, sealed }: StoredSecretRow,
): Promise<void> {
  if (purpose === 'totp-secret') await tx.update(factors).set({ secret: sealed }).where(eq(factors.id, id))
  else await tx.update(privateKeys).set({ privateKey: sealed }).where(eq(privateKeys.keyId, id))
}
