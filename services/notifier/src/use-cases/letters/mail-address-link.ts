import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { listSuppressions } from '../../db/suppressions/suppressions.ts'
import { ADDRESS_LETTER } from '../../domain/address-letter.ts'
import { standingAgainst } from '../../domain/suppression-scope.ts'
import { takesLetters, toEmailState } from '../../domain/way.ts'
import { toOwnLetter } from './own-letters.ts'
import { toPressId } from '../alerts/press-id.ts'

/** As long as a visitor may wait for it. */
const USEFUL_HOURS = 1

/** Mails the link that takes a bounce back, once for two presses at once. Throws where no bounce stands against the address, or letters come back too. */
export async function mailAddressLink(
  { db, now }: { db: Database; now: () => Date },
  email: string,
): Promise<void> {
  const addressHash = hashAddress(email)
  const standing = standingAgainst('ride-alerts', await listSuppressions(db, 'email', addressHash))
  if (toEmailState(standing) !== 'bounced')
    throw new AppError('nothing-to-resume', 'No alert email to this address has come back')
  if (!takesLetters(standing))
    throw new AppError('address-suppressed', 'Letters to this address came back too')
  const at = now()
  const sourceId = toPressId('address link', addressHash, at)
  const letter = toOwnLetter({ sourceId, email, content: ADDRESS_LETTER, usefulHours: USEFUL_HOURS, now: at })
  await db.transaction((tx) => insertDeliveries(tx, [letter]))
}
