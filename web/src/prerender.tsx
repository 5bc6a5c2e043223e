import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { HydrationProvider } from './lib/hydration.tsx'
import { toTabTitle } from './lib/use-title.ts'
import { descriptions, titleOf } from './page-heads.ts'
import { loadPage, routeOf, routes } from './routes.tsx'

/** The addresses that have a page, and one that has none. */
export const paths = [...routes.map(({ path }) => path), '/404']

const DESCRIPTIONS: Record<string, string | undefined> = descriptions

export type RenderedPage = {
  html: string
  title: string
  /** None for pages that search engines leave out. */
  description: string | undefined
  /** The name of the component whose code is not in the first load, if there is one. */
  componentName: string | undefined
}

/** A page as it is before anything is known of the visitor, the time and the answers of the services. */
export async function renderPage(path: string): Promise<RenderedPage> {
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
    description: DESCRIPTIONS[path],
    componentName: 'componentName' in route.Page ? route.Page.componentName : undefined,
  }
}
