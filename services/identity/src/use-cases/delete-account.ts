import { userDeleted } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming, deletePublishedOf } from '@walkon/messaging/outbox'
import { hashAddress } from '@walkon/service/address-hash'
import { AppError, unauthorized } from '@walkon/service/errors'
import { deleteCodeTries } from '../db/code-tries.ts'
import { deleteMailRequests } from '../db/mail-requests.ts'
import { deleteNumbersOf, listNumbersOf } from '../db/numbers.ts'
import { deleteTextRequests } from '../db/text-codes.ts'
import { listAdmins } from '../db/roles.ts'
import { lockOwner, type SessionRow } from '../db/sessions.ts'
import { deleteSignUps } from '../db/sign-ups.ts'
import { deleteUser, listFormerAddresses, type FormerAddress, type UserRow } from '../db/users.ts'
import type { Asker, Limits } from './limit-attempts.ts'
import { proveOwner, type Proof, type ProofDeps } from './prove-owner.ts'
import { lastAdmin } from './refuse.ts'
import type { Settings } from '../config.ts'

/**
 * Erases an account whose owner has proved that it is theirs, and publishes that; every service that keeps something of
 * the person erases it too. Throws `reauthentication-failed`, `unauthorized`, and `last-admin`, because only an admin grants the role.
 */
export async function deleteAccount(
  deps: ProofDeps & { limits: Limits; settings: Settings },
  user: UserRow,
  session: SessionRow,
  proof: Proof & Asker,
): Promise<void> {
  await deps.limits.proof(proof, user)
  if (!(await proveOwner(deps, user, proof)))
    throw new AppError('reauthentication-failed', 'That is not right. Nothing was deleted.')
  await deps.db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (admins.length === 1 && admins[0] === user.id) throw lastAdmin()
    const current = await lockOwner(tx, session)
    if (!current) throw unauthorized()
    const deletedAt = deps.now().toISOString()
    const { id: userId, email } = current
    const former = await listFormerAddresses(tx, userId)
    const addressHashes = [hashAddress(email), ...former.map(({ addressHash }) => addressHash)]
    await deleteMailRequests(tx, email)
    await deleteSignUps(tx, email)
    const own = await listNumbersOf(tx, userId)
    const numbers = own.map(({ number }) => number)
    await deleteTextRequests(tx, numbers)
    await deleteNumbersOf(tx, addressHashes)
    await deleteCodeTries(tx, [...addressHashes, ...own.map(({ numberHash }) => numberHash)])
    await deleteUser(tx, userId)
    await deletePublishedNaming(tx, [email, ...numbers])
    await deletePublishedOf(tx, [userId])
    const formerAddresses = former.flatMap((address) => toFormerAddress(address, deps.settings))
    await emit(tx, userDeleted, [{ data: { userId, addressHashes, formerAddresses, deletedAt } }])
  })
}

/** An access token from before the change names the address until the token expires. */
const toFormerAddress = (
  { addressHash, leftAt }: FormerAddress,
  { ACCESS_TOKEN_SECONDS }: Pick<Settings, 'ACCESS_TOKEN_SECONDS'>,
) =>
  leftAt === null
    ? []
    : [{ addressHash, usedUntil: new Date(leftAt.getTime() + ACCESS_TOKEN_SECONDS * 1_000).toISOString() }]
