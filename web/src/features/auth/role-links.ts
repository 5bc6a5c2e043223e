import type { Role } from './user.ts'

/** What a role opens (core, section 2). It only hides a button: the services decide. */
export function roleLinks(roles: Role[]): { to: string; name: string }[] {
  const isAdmin = roles.includes('admin')
  return [
    ...(isAdmin || roles.includes('moderator') ? [{ to: '/moderation', name: 'Moderation' }] : []),
    ...(isAdmin || roles.includes('support') ? [{ to: '/admin/desk', name: 'Support desk' }] : []),
    ...(isAdmin ? [{ to: '/admin', name: 'Admin' }] : []),
  ]
}
