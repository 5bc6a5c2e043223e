import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { isOffered } from '../lib/offers.ts'
import { titleOf } from '../page-heads.ts'
import { Drawing } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Mark } from './masthead.tsx'
import { Newsletter } from './newsletter.tsx'

const GROUPS = [
  {
    title: 'Service',
    links: [
      ['/parks', 'Theme Parks'],
      ['/how-it-works', 'How It Works'],
      ['/faq', 'FAQ'],
      ['/pricing', 'Pricing'],
    ],
  },
  {
    title: 'Company',
    links: [
      ['/about', 'About'],
      ['/how-we-do', 'How we’re doing'],
      ['/contact', 'Contact'],
      ['/careers', 'Careers'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['/terms', 'Terms'],
      ['/privacy', 'Privacy'],
    ],
  },
] as const

const STAFF_PAGES = /^\/(admin|moderation)\b/

/** They lead nowhere yet (core, section 2). */
const SOCIAL = [
  ['Walkon pictures', 'M4 4h16v16H4zM12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM16.8 7.2h.01'],
  ['Walkon films', 'M3 6h18v12H3zM10.5 9.5v5l4-2.5z'],
  ['Walkon sounds', 'M10 17.5V5c1 2.5 3 4 6 4M10 17.5a3 3 0 1 1-3-3'],
] as const

export function SiteFooter() {
  const [year] = useState(() => new Date().getFullYear())
  const { pathname } = useLocation()
  return (
    <footer className="night pt-12 pb-8">
      <div className="page">
        {/* The home page ends with it, and who works here has other things to do. */}
        {pathname !== '/' && !STAFF_PAGES.test(pathname) && isOffered('newsletter') && (
          <Newsletter isInFooter />
        )}
        <div className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="col-span-full lg:col-auto">
            <Mark className="[&>.shape]:text-night-go" />
            <p className="max-w-[34ch] text-14 text-on-night-2">
              Walkon enhances theme park visits with real-time wait time alerts.
            </p>
            <div className="mt-2 -ml-2.5 flex">
              {SOCIAL.map(([label, path]) => (
                <a key={label} role="link" aria-disabled="true" aria-label={label} className="icon-btn">
                  <Drawing path={path} />
                </a>
              ))}
            </div>
          </div>
          <FooterLinks />
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-[#ffffff33] pt-5 text-14 text-on-night-2">
          <span>
            © <AfterHydration place={null}>{year}</AfterHydration> Walkon. Not affiliated with the park
            operators.
          </span>
          <span>
            Powered by{' '}
            <a className="inline-flex min-h-11 items-center" href="https://themeparks.wiki" rel="noopener">
              ThemeParks.wiki
            </a>
          </span>
        </div>
      </div>
    </footer>
  )
}

const FooterLinks = () =>
  GROUPS.map(({ title, links }) => (
    <nav key={title} aria-label={title} className="first-of-type:row-span-2 sm:first-of-type:row-auto">
      <h2 className="mb-1 font-text text-14 leading-5 font-bold tracking-normal text-on-night-2">{title}</h2>
      <ul>
        {links.map(([to, name]) => (
          <li key={to}>
            <Link className="flex min-h-9 items-center no-underline hover:underline md:min-h-11" to={to}>
              {name === 'Pricing' ? titleOf(to) : name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  ))
