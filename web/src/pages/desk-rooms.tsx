import { useLocation } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { isOffered } from '../lib/offers.ts'
import { Link } from '../ui/link.tsx'

const ROOMS = [
  { to: '/admin/desk', name: 'Support desk', isForSupport: true },
  { to: '/admin', name: 'Items', isForSupport: false },
  { to: '/admin/promo-codes', name: 'Promo codes', isForSupport: false },
  { to: '/admin/affiliates', name: 'Affiliates', isForSupport: false },
  { to: '/admin/newsletter', name: 'Newsletter', isForSupport: false },
  { to: '/admin/system', name: 'System', isForSupport: true },
  { to: '/admin/audit', name: 'Audit trail', isForSupport: false },
] as const

/** The rooms of the desk, in one navigation. It names those that the role opens. */
export function DeskRooms() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const isAdmin = user?.roles.includes('admin') ?? false
  return (
    <nav
      aria-label="Rooms of the desk"
      className="mb-4 [&+section]:border-t-0 [&+section]:pt-0 flex flex-wrap gap-x-5 border-b border-line pb-1 print:hidden"
    >
      {ROOMS.filter(({ to, isForSupport }) => isOffered(to) && (isAdmin || isForSupport)).map(
        ({ to, name }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? 'page' : undefined}
            className="border-b-2 border-transparent py-2 font-bold no-underline! aria-[current=page]:border-current"
          >
            {name}
          </Link>
        ),
      )}
    </nav>
  )
}
