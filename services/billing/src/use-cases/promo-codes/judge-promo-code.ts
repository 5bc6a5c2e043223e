import type { Channel } from '@walkon/contracts/values'
import type { Queryable, Transaction } from '@walkon/service/database'
import { countHeld } from '../../db/promo-codes/held-codes.ts'
import { findPromoCode, lockPromoCode, type PromoCodeRow } from '../../db/promo-codes/promo-codes.ts'
import { decidePromoCode, type CodeUse } from '../../domain/promo-code.ts'
import { countCodeUses, type CodeUseSettings } from './keep-code-uses.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'

/**
 * Judges a code without its address, for a form: the answer must not tell which codes an address has used. Changes and holds
 * nothing. Throws `PromoCodeRefused`.
 */
export async function judgeForAnyAddress(
  db: Queryable,
  { code, channel }: { code: string; channel: Channel },
  now: Date,
): Promise<PromoCodeRow> {
  const found = await findPromoCode(db, code)
  const { inAll: held } = await countHeld(db, { code }, now)
  return demand(found, { channel, held, byEmail: 0, now })
}

/**
 * Judges a code for an address, and locks its row until the transaction ends: uses that are then redeemed or held pass no limit. The
 * order's own hold is not counted. Every transaction locks the code's row last, so that no two deadlock. Throws `PromoCodeRefused`.
 */
export async function judgeLocked(
  tx: Transaction,
  settings: CodeUseSettings,
  {
    code,
    channel,
    addressHash,
    orderId,
  }: { code: string; channel: Channel; addressHash: string; orderId?: string },
  now: Date,
): Promise<PromoCodeRow> {
  const locked = await lockPromoCode(tx, code)
  const held = await countHeld(
    tx,
    { code, addressHash, ...(orderId !== undefined && { exceptOrderId: orderId }) },
    now,
  )
  const byEmail = (await countCodeUses(tx, settings, { code, addressHash }, now)) + held.byAddress
  return demand(locked, { channel, held: held.inAll, byEmail, now })
}

function demand(code: PromoCodeRow | null, use: CodeUse & { channel: Channel; now: Date }): PromoCodeRow {
  const problem = decidePromoCode(code, use)
  if (problem) throw new PromoCodeRefused(problem)
  if (!code) throw new Error('A code that does not exist was found right')
  return code
}
