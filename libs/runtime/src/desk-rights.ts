import type { Role } from '@walkon/contracts/http/identity'
import { accountOf } from '@walkon/service/access'
import { AppError } from '@walkon/service/errors'

/** A member of the support desk, or an admin. */
export type Staff = { actorId: string; isAdmin: boolean }

/** The member of staff who sent a request. */
export function staffOf(request: Parameters<typeof accountOf>[0]): Staff {
  const { userId, roles } = accountOf(request)
  return { actorId: userId, isAdmin: roles.includes('admin') }
}

/** Lines that the routes of the desk's acts share. */
export const DESK_CONFIG = { access: 'support' } as const
export const DESK_TAGS = ['support-desk']
export const DESK_REFUSALS = ['own-account', 'staff-account', 'decision-conflict'] as const

/**
 * Refuses acts of staff on their own account, and on an account with a role unless they are admins. Reading is free, and recorded. Throws
 * `own-account`, `staff-account`.
 */
export function demandRightOver({ actorId, isAdmin }: Staff, userId: string | null, roles: Role[]): void {
  if (userId === actorId) throw new AppError('own-account', 'Staff put nothing right of their own account')
  if (userId !== null && roles.length > 0 && !isAdmin)
    throw new AppError('staff-account', 'An admin alone acts on an account with a role')
}
