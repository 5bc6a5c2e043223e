import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useLogOut } from '../features/auth/account-menu.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import type { SignedInUser } from '../features/auth/user.ts'
import { FindField } from '../features/desk/find-field.tsx'
import { useEscape } from '../lib/use-escape.ts'
import { useMatches } from '../lib/use-matches.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Menu } from '../ui/menu.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { Mark } from './masthead.tsx'
import { divideRooms, roomsFor } from './staff-rooms.ts'

/** The head of staff's pages, in place of the site's: the search, the rooms that the roles open, and the ways out. Below 1200 px they are in a panel. */
export function StaffBar() {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useEscape(isOpen, () => {
    setOpen(false)
    opener.current?.focus()
  })
  return (
    <header className="border-b border-line-strong bg-sheet text-14">
      <div className="page flex min-h-13 max-w-none flex-wrap items-center gap-x-3 min-[1200px]:flex-nowrap">
        <Mark className="mr-auto shrink-0 text-ink md:text-[24px]! min-[1200px]:mr-0" />
        {user && maySearch(user) && <FindField />}
        {user && (
          <div
            id="staff-links"
            className={`order-last max-[1200px]:basis-full max-[1200px]:pb-2 min-[1200px]:order-none min-[1200px]:flex min-[1200px]:flex-none min-[1200px]:grow min-[1200px]:gap-x-6 ${isOpen ? '' : 'max-[1200px]:hidden'}`}
          >
            <Links user={user} onFollow={() => setOpen(false)} />
          </div>
        )}
        <ThemeToggle />
        {user && (
          <button
            ref={opener}
            type="button"
            className="icon-btn shrink-0 min-[1200px]:hidden"
            aria-label="Menu"
            aria-expanded={isOpen}
            aria-controls="staff-links"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
        )}
      </div>
    </header>
  )
}

/** The services ask of a look-up what the desk's page asks (features/auth/require-role.tsx). */
const maySearch = ({ roles, factors }: SignedInUser) =>
  factors.length > 0 && (roles.includes('support') || roles.includes('admin'))

const LINK =
  'flex min-h-11 w-full items-center border-line text-left text-ink-2 no-underline hover:text-ink hover:underline hover:decoration-2 aria-[current]:font-bold aria-[current]:text-ink max-[1200px]:border-t max-[1200px]:text-16 min-[1200px]:min-h-13 min-[1200px]:whitespace-nowrap min-[1200px]:aria-[current]:shadow-[inset_0_-3px] min-[1200px]:aria-[current]:no-underline'

function Links({ user: { email, roles }, onFollow }: { user: SignedInUser; onFollow: () => void }) {
  const { pathname } = useLocation()
  const logOut = useLogOut()
  const isPanel = !useMatches('(min-width: 1200px)')
  const rooms = roomsFor(roles)
  const { linked, inMenu } = isPanel ? { linked: rooms, inMenu: [] } : divideRooms(rooms)
  return (
    <>
      <nav aria-label="Staff" className="min-[1200px]:mr-auto">
        <ul className="gap-x-4 min-[1200px]:flex min-[1200px]:items-center">
          {linked.map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                className={LINK}
                aria-current={pathname === to ? 'page' : undefined}
                onClick={onFollow}
              >
                {name}
              </Link>
            </li>
          ))}
          {inMenu.length > 0 && (
            <li className={AS_LINK}>
              <MoreRooms rooms={inMenu} />
            </li>
          )}
        </ul>
      </nav>
      <ul aria-label="Ways out" className="gap-x-4 min-[1200px]:flex">
        <li className="max-w-50 min-[1200px]:max-[1500px]:hidden">
          <Link to="/account" aria-label={`Your account, ${email}`} className={LINK} onClick={onFollow}>
            <span className="truncate">{email}</span>
          </Link>
        </li>
        <li>
          <Link to="/" className={LINK}>
            Back to the site
          </Link>
        </li>
        <li>
          <button type="button" className={LINK} title={email} onClick={() => void logOut()}>
            Log out
          </button>
        </li>
      </ul>
    </>
  )
}

/** The menu's button looks like the links beside it. */
const AS_LINK =
  '[&_.btn]:gap-1 [&_.btn]:border-transparent [&_.btn]:px-0 [&_.btn]:[font:inherit] [&_.btn]:text-ink-2'

/** Its button names the room that is open, if it is one of these. */
function MoreRooms({ rooms }: { rooms: ReturnType<typeof roomsFor> }) {
  const { pathname } = useLocation()
  const open = rooms.find(({ to }) => to === pathname)
  return (
    <Menu
      label={open ? `${open.name}, more rooms` : 'More rooms'}
      button={
        <>
          {open ? <b className="text-ink">{open.name}</b> : 'More'} <Icon name="down" size={20} />
        </>
      }
      head={null}
      items={rooms}
    />
  )
}
