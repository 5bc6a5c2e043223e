import { userDeleted } from '@walkon/contracts/events/identity'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import type { Settings } from '../../config.ts'
import { lockUser } from '../../db/users.ts'
import { eraseAccount } from './erase-account.ts'

/** Accounts that were deleted since the instant of a restore are deleted again, as of the same time. The other services hear the first deletion again. */
export const createRecall = (
  settings: Pick<Settings, 'ACCESS_TOKEN_SECONDS'>,
): AfterRestore<typeof userDeleted> => ({
  definitions: [userDeleted],
  async recall(tx, events) {
    let erased = 0
    for (const { data } of events) {
      const user = await lockUser(tx, data.userId)
      if (!user) continue
      const now = () => new Date(data.deletedAt)
      await eraseAccount(tx, { userId: user.id, email: user.email }, { settings, now })
      erased++
    }
    return [`${erased} accounts that were deleted since are deleted again`]
  },
})
