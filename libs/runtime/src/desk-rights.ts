import type { Role } from '@walkon/contracts/http/identity'
import type { Account } from '@walkon/service/access-tokens'
import { AppError } from '@walkon/service/errors'

/** A member of the support desk, or an admin. */
export type Staff = { actorId: string; isAdmin: boolean }

export const toStaff = ({ userId, roles }: Pick<Account, 'userId' | 'roles'>): Staff => ({
  actorId: userId,
  isAdmin: roles.includes('admin'),
})

/**
 * Refuses acts of staff on their own account, and on an account with a role unless they are admins. Reading is free, and recorded. Throws
 * `own-account`, `staff-account`.
 */
export function demandRightOver({ actorId, isAdmin }: Staff, userId: string | null, roles: Role[]): void {
  if (userId === actorId) throw new AppError('own-account', 'Staff put nothing right of their own account')
  if (userId !== null && roles.length > 0 && !isAdmin)
    throw new AppError('staff-account', 'An admin alone acts on an account with a role')
}
