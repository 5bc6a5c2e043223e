import type { Role } from '../features/auth/user.ts'
import { isOffered } from '../lib/offers.ts'

type Room = { to: string; name: string /** Roles that open it beside the admin's. */; isFor: Role[] }

/** A shift lives in the first; the others are opened now and then. The bar has a link to each of the first, and a menu of the others. */
const ROOMS: Room[] = [
  { to: '/admin/desk', name: 'Support desk', isFor: ['support'] },
  { to: '/moderation', name: 'Moderation', isFor: ['moderator'] },
  { to: '/admin/system', name: 'System', isFor: ['support'] },
  { to: '/admin', name: 'Admin', isFor: [] },
  { to: '/admin/promo-codes', name: 'Promo codes', isFor: [] },
  { to: '/admin/affiliates', name: 'Affiliates', isFor: [] },
  { to: '/admin/newsletter', name: 'Newsletter', isFor: [] },
  { to: '/admin/audit', name: 'Audit trail', isFor: [] },
]

/** Lists the rooms of staff that the roles open. It only hides links: the services decide. */
export const roomsFor = (roles: Role[]): Room[] =>
  ROOMS.filter(
    ({ to, isFor }) =>
      isOffered(to) && (roles.includes('admin') || isFor.some((role) => roles.includes(role))),
  )

const LINKED = 4

/** Divides the rooms between links and the menu. One room more is no menu. */
export function divideRooms(rooms: Room[]): { linked: Room[]; inMenu: Room[] } {
  const count = rooms.length > LINKED + 1 ? LINKED : rooms.length
  return { linked: rooms.slice(0, count), inMenu: rooms.slice(count) }
}
