import { useRef, type ComponentProps } from 'react'
import { useLocation } from 'react-router-dom'
import { AccountCorner } from '../features/auth/account-corner.tsx'
import { isOffered } from '../lib/offers.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Shape } from '../ui/shape.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'

const LINKS = [
  ['/how-it-works', 'How It Works'],
  ['/live-wait-times', 'Live Wait Times'],
  ['/lightning-lane', 'Lightning Lane Assist'],
  ['/restaurant-alerts', 'Restaurant Alerts'],
  ['/flight-deals', 'Free Flight Alerts'],
  ['/affiliate-program', 'Affiliate Program'],
  ['/park-rankings', 'Park Ratings & Rankings'],
  ['/ride-checklist', 'Ride Checklist'],
] as const

/** Links that a phone has no room for beside its own: the offer first. */
const phoneLinks = () =>
  [
    ['/get-alerts', 'Get Alerts'],
    ['/pricing', isOffered('payments') ? 'Pricing' : 'Passes'],
    ['/manage-alerts', 'Manage Alerts'],
  ] as const

/**
 * The head of every page. Below 768 px its links are in a panel, which closes when one is chosen. The panel is a popover, which the browser
 * opens before the code of the page is loaded.
 */
export function Masthead() {
  const panel = useRef<HTMLDivElement>(null)
  // Firefox has popovers from 125 on: before that the panel is open always.
  const close = () => panel.current?.hidePopover?.()
  return (
    <header className="border-b border-line">
      <div className="page">
        <div className="flex min-h-16 items-center gap-1 sm:gap-2 md:flex-wrap md:border-b md:border-line">
          <Mark className="mr-auto shrink-0 text-ink" />
          <ThemeToggle />
          <AccountCorner />
          <button
            type="button"
            className="icon-btn menu-btn shrink-0 md:hidden"
            aria-label="Menu"
            popoverTarget="main-links"
          >
            <Icon name="menu" />
            <Icon name="close" />
          </button>
        </div>
        <div ref={panel} id="main-links" popover="auto" className="menu-panel">
          <Links onFollow={close} />
        </div>
      </div>
    </header>
  )
}

/** From 768 px on, the offer has its place elsewhere. */
function Links({ onFollow }: { onFollow: () => void }) {
  const toItem = (to: string, name: string) =>
    isOffered(to) && (
      <li key={to}>
        <NavLink to={to} onClick={onFollow}>
          {name}
        </NavLink>
      </li>
    )
  return (
    <>
      <nav aria-label="Offer" className="md:hidden">
        <ul>{phoneLinks().map(([to, name]) => toItem(to, name))}</ul>
      </nav>
      <nav aria-label="Main">
        <ul className="gap-x-6 md:flex md:flex-wrap">{LINKS.map(([to, name]) => toItem(to, name))}</ul>
      </nav>
    </>
  )
}

/** It says which page is open. */
function NavLink({ to, ...props }: ComponentProps<typeof Link>) {
  const { pathname } = useLocation()
  return <Link className="nav-link" to={to} aria-current={pathname === to ? 'page' : undefined} {...props} />
}

export function Mark({ className = '' }: { className?: string }) {
  return (
    <Link
      to="/"
      aria-label="Walkon, home"
      className={`inline-flex min-h-11 items-center gap-1.5 font-display text-[24px] font-extrabold tracking-[-0.045em] no-underline font-stretch-125% md:text-[28px] ${className}`}
    >
      Walkon
      <Shape name="walk" className="mt-[3px] [--size:18px]" />
    </Link>
  )
}
