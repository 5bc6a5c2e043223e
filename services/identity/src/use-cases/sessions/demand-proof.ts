import { AppError } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import type { SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import { lastProvenMs } from '../../domain/authentication.ts'
import type { Asker, Limits } from '../../limits/attempts.ts'
import { proveOwner, type ProofDeps } from '../accounts/prove-owner.ts'

export type GivenProof = { currentPassword?: string | undefined; nonce?: string | undefined }

const MINUTE_MS = 60_000

/**
 * An access token must not be enough to take an account over. The owner shows the current password or a mailed code, or has signed in so
 * few minutes ago. Throws `reauthentication_needed`, `reauthentication_not_valid`.
 */
export async function demandProof(
  deps: ProofDeps,
  user: UserRow,
  session: SessionRow,
  { currentPassword, nonce, device }: GivenProof & Pick<Asker, 'device'>,
  recentMinutes: number,
): Promise<void> {
  if (currentPassword !== undefined || nonce !== undefined) {
    if (await proveOwner(deps, user, { password: currentPassword, nonce, device })) return
    throw new AppError('reauthentication_not_valid', 'Nonce or current password has expired or is invalid')
  }
  const age = deps.now().getTime() - lastProvenMs(session.methods)
  if (age <= recentMinutes * MINUTE_MS) return
  throw new AppError('reauthentication_needed', 'This change requires reauthentication.')
}

export type CountedProofDeps = ProofDeps & { settings: Settings; limits: Limits }

/** The proof for changes of the ways to sign in; a given proof counts as a try at the password. */
export async function demandCountedProof(
  deps: CountedProofDeps,
  user: UserRow,
  session: SessionRow,
  proof: GivenProof & Asker,
): Promise<void> {
  const isGiven = proof.currentPassword !== undefined || proof.nonce !== undefined
  if (isGiven) await deps.limits.proof(proof, user)
  await demandProof(deps, user, session, proof, deps.settings.RECENT_SIGN_IN_MINUTES)
}
