import { AppError, unauthorized } from '@walkon/service/errors'
import {
  deleteSignInNumber,
  findUserOfNumber,
  listNumbersOf,
  lockNumber,
  saveSignInNumber,
} from '../../db/numbers.ts'
import { lockOwner, type SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import { demandCountedProof, type CountedProofDeps, type GivenProof } from '../sessions/demand-proof.ts'
import type { Asker } from '../../limits/attempts.ts'
import { notifyOfChange } from '../accounts/notify-of-change.ts'

/**
 * From now on a code by text to that number signs in to the account. A stranger can have named a number of their own in an order for this
 * address, so that it is confirmed. It signs in only after the owner of the account has chosen it, with the proof that a new password
 * takes. Throws `reauthentication_needed`, `reauthentication_not_valid`, `number-not-confirmed`, `number-taken`, `unauthorized`.
 */
export async function turnOnTextSignIn(
  deps: CountedProofDeps,
  user: UserRow,
  session: SessionRow,
  { number, ...proof }: GivenProof & Asker & { number: string },
): Promise<void> {
  await demandCountedProof(deps, user, session, proof)
  const at = deps.now()
  await deps.db.transaction(async (tx) => {
    const current = await lockOwner(tx, session)
    if (!current) throw unauthorized()
    const chosen = (await listNumbersOf(tx, user.id)).find((own) => own.number === number)
    if (!chosen) throw new AppError('number-not-confirmed', 'Alerts of this account do not go to that number')
    if (chosen.signsIn) return
    await lockNumber(tx, chosen.numberHash)
    if (await findUserOfNumber(tx, chosen.numberHash))
      throw new AppError('number-taken', 'The number signs in to another account')
    await saveSignInNumber(tx, { userId: user.id, numberHash: chosen.numberHash, turnedOnAt: at })
    await notifyOfChange(tx, current.email, 'text-sign-in-on', at)
  })
}

/** Takes no proof: it opens nothing. */
export async function turnOffTextSignIn(
  { db, now }: Pick<CountedProofDeps, 'db' | 'now'>,
  user: UserRow,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await deleteSignInNumber(tx, user.id)) await notifyOfChange(tx, user.email, 'text-sign-in-off', now())
  })
}
