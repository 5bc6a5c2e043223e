import { userDeleted } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming, deletePublishedOf } from '@walkon/messaging/outbox-retention'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import type { Settings } from '../../config.ts'
import { deleteCodeTries } from '../../db/code-tries.ts'
import { deleteMailRequests } from '../../db/mail-requests.ts'
import { deleteNumbersOf, listNumbersOf } from '../../db/numbers.ts'
import { listRoles } from '../../db/roles.ts'
import { deleteSignUps } from '../../db/sign-ups.ts'
import { deleteTextRequests } from '../../db/text-codes.ts'
import { deleteUser, listFormerAddresses, type FormerAddress } from '../../db/users.ts'
import { publishRoles } from '../roles/publish-roles.ts'

/**
 * Erases all that is kept of an account and its address, and publishes that; every service that keeps something of the person erases it too.
 * The caller has locked the account. For an address without an account `userId` is a new id that no account has.
 */
export async function eraseAccount(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  { settings, now }: { settings: Pick<Settings, 'ACCESS_TOKEN_SECONDS'>; now: () => Date },
): Promise<void> {
  const deletedAt = now().toISOString()
  const former = await listFormerAddresses(tx, userId)
  const addressHashes = [hashAddress(email), ...former.map(({ addressHash }) => addressHash)]
  await deleteMailRequests(tx, email)
  await deleteSignUps(tx, email)
  const own = await listNumbersOf(tx, userId)
  const numbers = own.map(({ number }) => number)
  await deleteTextRequests(tx, numbers)
  await deleteNumbersOf(tx, addressHashes)
  await deleteCodeTries(tx, [...addressHashes, ...own.map(({ numberHash }) => numberHash)])
  const hadRole = (await listRoles(tx, userId)).length > 0
  await deleteUser(tx, userId)
  await deletePublishedNaming(tx, [email, ...numbers])
  await deletePublishedOf(tx, [userId])
  if (hadRole) await publishRoles(tx, userId, now())
  const formerAddresses = former.flatMap((address) => toFormerAddress(address, settings))
  await emit(tx, userDeleted, [{ data: { userId, addressHashes, formerAddresses, deletedAt } }])
}

/** An access token from before the change names the address until the token expires. */
const toFormerAddress = (
  { addressHash, leftAt }: FormerAddress,
  { ACCESS_TOKEN_SECONDS }: Pick<Settings, 'ACCESS_TOKEN_SECONDS'>,
) =>
  leftAt === null
    ? []
    : [{ addressHash, usedUntil: new Date(leftAt.getTime() + ACCESS_TOKEN_SECONDS * 1_000).toISOString() }]
