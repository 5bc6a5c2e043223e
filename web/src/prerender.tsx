import { OUTAGE_FEED } from '@walkon/contracts/http/how-we-do'
import { NOT_OFFERED, PAGES_OF } from '@walkon/contracts/offers'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { HydrationProvider } from './lib/hydration.tsx'
import { missing } from './lib/offers.ts'
import { toTabTitle } from './lib/use-title.ts'
import { descriptions, freeDescriptions, titleOf } from './page-heads.ts'
import { loadPage, routeOf, routes } from './routes.tsx'

/** The addresses that have a page, one that has none, and one whose page is not offered. */
export const paths = [...routes.map(({ path }) => path), '/404', NOT_OFFERED]

/** The pages of an installation that takes no payments. */
export const freePaths = paths.filter((path) => !PAGES_OF.payments.includes(path))

const DESCRIPTIONS: Record<string, string | undefined> = descriptions
const FREE_DESCRIPTIONS: Record<string, string | undefined> = freeDescriptions

type Feed = { title: string; path: string }

const FEEDS: Record<string, Feed | undefined> = {
  '/how-we-do': { title: 'Walkon: outages', path: OUTAGE_FEED },
}

export type RenderedPage = {
  html: string
  title: string
  /** None for pages that search engines leave out. */
  description: string | undefined
  feed: Feed | undefined
  /** The name of the component whose code is not in the first load, if there is one. */
  componentName: string | undefined
}

/** A page as it is before anything is known of the visitor, the time and the answers of the services; one at a time. */
export async function renderPage(path: string, isFree: boolean): Promise<RenderedPage> {
  missing.clear()
  for (const name of [NOT_OFFERED, ...(isFree ? ['payments', ...PAGES_OF.payments] : [])]) missing.add(name)
  const route = routeOf(path)
  await loadPage(route)
  const { prelude } = await prerender(
    <StrictMode>
      <HydrationProvider value={false}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </HydrationProvider>
    </StrictMode>,
    // Larger Suspense boundaries would be put in their place by an inline script, which the page does not allow.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  )
  return {
    html: await new Response(prelude).text(),
    title: toTabTitle(titleOf(path)),
    description: (isFree && FREE_DESCRIPTIONS[path]) || DESCRIPTIONS[path],
    feed: FEEDS[path],
    componentName: 'componentName' in route.Page ? route.Page.componentName : undefined,
  }
}
