import type { Role } from './user.ts'

/** Returns the pages that a role opens (core, section 2). They only hide buttons: the services decide. */
export function roleLinks(roles: Role[]): { to: string; name: string }[] {
  const isAdmin = roles.includes('admin')
  return [
    ...(isAdmin || roles.includes('moderator') ? [{ to: '/moderation', name: 'Moderation' }] : []),
    ...(isAdmin || roles.includes('support') ? [{ to: '/admin/desk', name: 'Support desk' }] : []),
    ...(isAdmin ? [{ to: '/admin', name: 'Admin' }] : []),
  ]
}
