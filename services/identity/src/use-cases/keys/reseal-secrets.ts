import type { Transaction } from '@walkon/service/database'
import { lockStoredSecrets, saveStoredSecret } from '../../db/stored-secrets.ts'
import { createStoredSecrets, type StoredSecretPurpose } from '../../secrets/stored-secrets.ts'

export type Resealed = { purpose: StoredSecretPurpose; resealed: number; current: number; unopened: string[] }

const PURPOSES = ['totp-secret', 'signing-key'] as const

/**
 * Encrypts secrets under other keys again with the first key, so that the others can be dropped. Names the rows that no key opens, and
 * leaves them alone.
 */
export async function resealSecrets(tx: Transaction, keys: Uint8Array[]): Promise<Resealed[]> {
  const results: Resealed[] = []
  for (const purpose of PURPOSES) results.push(await resealPurpose(tx, purpose, keys))
  return results
}

async function resealPurpose(
  tx: Transaction,
  purpose: StoredSecretPurpose,
  keys: Uint8Array[],
): Promise<Resealed> {
  const [all, newest] = [createStoredSecrets(purpose, keys), createStoredSecrets(purpose, keys.slice(0, 1))]
  const result: Resealed = { purpose, resealed: 0, current: 0, unopened: [] }
  for (const { id, sealed } of await lockStoredSecrets(tx, purpose)) {
    if (await newest.opens(sealed)) result.current++
    else if (await all.opens(sealed)) {
      await saveStoredSecret(tx, purpose, { id, sealed: await newest.seal(await all.open(sealed)) })
      result.resealed++
    } else result.unopened.push(id)
  }
  return result
}
