import type { Transaction } from '@walkon/service/database'
import { deriveKey } from '@walkon/service/encryption'
import { createHmac } from 'node:crypto'
import type { Settings } from '../../config.ts'
import type { Redeemed } from '../../db/accounts/erasure.ts'
import { countErasedUses, saveErasedUses } from '../../db/promo-codes/erased-code-uses.ts'
import { countRedemptions } from '../../db/promo-codes/promo-codes.ts'

export type CodeUseSettings = Pick<Settings, 'TOKEN_KEYS'>

const MOST_DAYS = 365

/** Keeps the uses of an erasure as keyed hashes, so that a deleted account does not make a code new. */
export async function keepCodeUses(
  tx: Transaction,
  { TOKEN_KEYS }: CodeUseSettings,
  redeemed: Redeemed[],
  now: Date,
): Promise<void> {
  const uses = redeemed.map(({ code, addressHash }) => ({
    code,
    addressKey: toAddressKeys(TOKEN_KEYS.slice(0, 1), addressHash).join(),
  }))
  const until = new Date(now.getTime() + MOST_DAYS * 86_400_000)
  await saveErasedUses(tx, uses, { now, until })
}

/** How often an address has used a code, before an erasure too. */
export async function countCodeUses(
  tx: Transaction,
  { TOKEN_KEYS }: CodeUseSettings,
  { code, addressHash }: Redeemed,
  now: Date,
): Promise<number> {
  const addressKeys = toAddressKeys(TOKEN_KEYS, addressHash)
  return (
    (await countRedemptions(tx, code, addressHash)) + (await countErasedUses(tx, { code, addressKeys }, now))
  )
}

/** The first key writes, all are read: a replaced key counts as long as it stays in the settings. */
const toAddressKeys = (keys: Uint8Array[], addressHash: string): string[] =>
  keys.map((key) =>
    createHmac('sha256', deriveKey(key, 'erased-code-uses')).update(addressHash).digest('hex'),
  )
