// oxlint-disable-next-line import/no-unassigned-import -- a style sheet is imported for what it does
import './styles/app.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { App } from './app.tsx'
import { keepApp } from './lib/keep-app.ts'
import { followTranslations } from './lib/translated-text.ts'
import { HydratingRouter } from './hydrating-router.tsx'
import { loadPage, routeOf } from './routes.tsx'

followTranslations()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
void start(root)
addEventListener('load', () => void keepApp(navigator.serviceWorker))

async function start(element: HTMLElement): Promise<void> {
  // The development server sends no prerendered page.
  const isPrerendered = element.firstElementChild !== null
  const app = (
    <StrictMode>
      <HydratingRouter history={createBrowserHistory({ v5Compat: true })} isPrerendered={isPrerendered}>
        <App />
      </HydratingRouter>
    </StrictMode>
  )
  if (!isPrerendered) return createRoot(element).render(app)
  // The prerendered page stays as it is until its code is there. Code that cannot be loaded is the error boundary's.
  await loadPage(routeOf(location.pathname)).catch(() => undefined)
  // In slices, so that a touch in between is answered.
  startTransition(() => void hydrateRoot(element, app))
}
