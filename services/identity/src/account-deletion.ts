import { userDeleted } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming, deletePublishedOf } from '@walkon/messaging/outbox'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError, unauthorized } from '@walkon/service/errors'
import { deleteMailRequests } from './db/mail-requests.ts'
import { listAdmins } from './db/roles.ts'
import { deleteSignUps } from './db/sign-ups.ts'
import { deleteUser, listFormerAddresses, lockUser } from './db/users.ts'

/**
 * Erases an account and says so; every service that keeps something of the person erases it too. Throws `last-admin`,
 * because nobody could make another.
 */
export async function deleteAccount(db: Database, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (admins.length === 1 && admins[0] === userId)
      throw new AppError(409, 'last-admin', 'Make somebody else an admin first')
    const user = await lockUser(tx, userId)
    if (!user) throw unauthorized()
    const addressHashes = [hashAddress(user.email), ...(await listFormerAddresses(tx, userId))]
    await deleteMailRequests(tx, user.email)
    await deleteSignUps(tx, user.email)
    await deleteUser(tx, userId)
    await deletePublishedNaming(tx, [user.email])
    await deletePublishedOf(tx, [userId])
    await emit(tx, userDeleted, [{ data: { userId, addressHashes, deletedAt: now.toISOString() } }])
  })
}
