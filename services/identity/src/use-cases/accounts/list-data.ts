import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { listNumbersOf } from '../../db/numbers.ts'
import { listSessions } from '../../db/sessions.ts'
import { readUserDetails } from '../../db/user-details.ts'
import { findUser } from '../../db/users.ts'
import type { SessionLife } from '../../domain/session-life.ts'
import { toUserView } from '../../domain/user-view.ts'

export type DataDeps = { db: Database; now: () => Date; life: () => SessionLife }

/** Numbers that the account chose for sign-in. One that is confirmed for its alerts alone can be another person's, who ordered in its name. */
export const listSignInNumbers = async (db: Database, userId: string): Promise<string[]> =>
  (await listNumbersOf(db, userId)).flatMap(({ number, signsIn }) => (signsIn ? [number] : []))

/** The stored data of an account, without its secrets; `sessionId` marks the session of the request. Empty lists for an account that is gone. */
export async function listDataOfUser(
  { db, now, life }: DataDeps,
  userId: string,
  sessionId?: string,
): Promise<DataExport> {
  const user = await findUser(db, userId)
  const adminActions = await listActionsOf(db, userId)
  if (!user) return { account: [], adminActions, secondFactors: [], numbers: [], sessions: [] }
  const { identities: _same, factors, ...account } = toUserView(await readUserDetails(db, user, now()))
  const rows = await listSessions(db, userId, life())
  return {
    account: [account],
    adminActions,
    secondFactors: factors,
    numbers: (await listNumbersOf(db, userId)).map(({ number, signsIn }) => ({ number, signsIn })),
    sessions: rows.map(({ id, device, createdAt, refreshedAt }) => ({
      id,
      current: id === sessionId,
      device,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: refreshedAt.toISOString(),
    })),
  }
}
