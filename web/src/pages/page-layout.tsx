import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { Dormant } from '../lib/dormant.tsx'
import { keepFocus } from '../lib/keep-focus.ts'
import { later, type Later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { WakingNote } from '../lib/waking-form.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Masthead } from './masthead.tsx'
import { PagePlace } from './page-place.tsx'

const SiteFooter = later(() => import('./site-footer.tsx'), 'SiteFooter')

type PageLayoutProps = {
  /** In place of the site's head and footer. */
  Bar: Later<object> | undefined
  children: ReactNode
}

/** The frame of every page. The footer begins below the first screen, so that no content that comes late moves it. */
export function PageLayout({ Bar, children }: PageLayoutProps) {
  const { pathname } = useLocation()
  const main = useFocusOnNavigation()
  useEffect(keepFocus, [])
  return (
    <>
      <a
        href="#main"
        className="absolute -top-20 left-4 z-20 rounded-pill bg-action px-5 py-3 text-on-action focus:top-3"
      >
        Skip to the content
      </a>
      {Bar ? (
        <LaterPart load={Bar.load} place={<div className="h-13" />}>
          <Bar />
        </LaterPart>
      ) : (
        <Masthead />
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        aria-labelledby="page-title"
        className="min-h-[calc(100dvh-4rem)]"
      >
        <PageBoundary key={pathname}>
          <Suspense fallback={<PagePlace />}>{children}</Suspense>
        </PageBoundary>
      </main>
      <WakingNote />
      {!Bar && (
        <Dormant load={SiteFooter.load} className="mt-auto">
          <LaterPart load={SiteFooter.load}>
            <SiteFooter />
          </LaterPart>
        </Dormant>
      )}
    </>
  )
}

/**
 * A navigation starts at the top, and is heard: the focus moves to the page, whose title names it. So it does where a link changed the
 * page that it stood on, and is gone. Going back leaves the place on the page to the browser.
 */
function useFocusOnNavigation() {
  const { pathname, search, hash } = useLocation()
  const arrival = useNavigationType()
  const main = useRef<HTMLElement>(null)
  const shown = useRef({ pathname, search })

  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    if (before.pathname === pathname && (before.search === search || !isFocusLost(arrival))) return
    main.current?.focus({ preventScroll: true })
    const target = hash && document.getElementById(hash.slice(1))
    if (target) target.scrollIntoView()
    else if (arrival !== NavigationType.Pop) scrollTo(0, 0)
  }, [pathname, search, hash, arrival])

  return main
}

const isFocusLost = (arrival: NavigationType) =>
  arrival === NavigationType.Push && document.activeElement === document.body
