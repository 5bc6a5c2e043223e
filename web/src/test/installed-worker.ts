import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, vi } from 'vitest'
import { server } from './server.ts'
import { createCaches, startWorker } from './service-worker.ts'

type Build = { id: string; files: string[]; firstLoad: string[] }

export const ORIGIN = 'http://localhost'
export const DESTINATIONS = '/api/parks/destinations'

export const aBuild = (id: string): Build => ({
  id,
  files: [
    '/shell.html',
    '/theme.js',
    `/assets/app-${id}.js`,
    `/assets/faq-${id}.js`,
    `/assets/live-${id}.js`,
  ],
  firstLoad: ['/shell.html', '/theme.js', `/assets/app-${id}.js`],
})

type Worker = Awaited<ReturnType<ReturnType<typeof createOfflineWorker>['install']>>

type Asked = { mode?: string; method?: string; headers?: Record<string, string>; origin?: string }

/** The service worker in a browser with empty caches; the server is at its wire. Called once for a file. */
export function createOfflineWorker(workOffline: (scope: never, build: Build) => void) {
  const browser = {
    caches: createCaches(),
    /** The browser's report of the network; it may change while the worker runs. */
    connection: {} as { saveData?: boolean; effectiveType?: string },
    /** Requests to the server. */
    fetched: [] as string[],
  }
  beforeEach(() => {
    Object.assign(browser.connection, { saveData: false, effectiveType: '4g' })
    browser.caches = createCaches()
    serve(aBuild('one'))
  })
  afterEach(() => void vi.useRealTimers())

  /** Serves the files of this build; any other is not found. */
  function serve({ id, files }: Build): void {
    server.resetHandlers()
    server.use(
      http.get(`${ORIGIN}/*`, ({ request }) => {
        const { pathname } = new URL(request.url)
        browser.fetched.push(pathname)
        const isThere = files.includes(pathname) || pathname === DESTINATIONS
        return isThere ? HttpResponse.text(`${pathname} of ${id}`) : new HttpResponse(null, { status: 404 })
      }),
    )
  }

  const startWith = (build: Build) =>
    startWorker((scope) => workOffline(scope, build), {
      caches: browser.caches,
      location: { origin: ORIGIN },
      navigator: { connection: browser.connection },
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined },
    })

  async function install(build: Build) {
    serve(build)
    const tell = startWith(build)
    await tell('install', {})
    await tell('activate', {})
    return tell
  }

  return { browser, serve, startWith, install }
}

export const loseSignal = () => server.use(http.all('*', () => HttpResponse.error()))

/** The answer that a page gets from the worker, or undefined if the browser asks by itself. */
export async function ask(
  tell: Worker,
  path: string,
  { mode = 'cors', origin = ORIGIN, ...init }: Asked = {},
) {
  const request = new Request(origin + path, init)
  Object.defineProperty(request, 'mode', { value: mode })
  return (await tell('fetch', { request })) as Response | undefined
}

export const openPage = async (tell: Worker, path: string) =>
  (await ask(tell, path, { mode: 'navigate' }))?.text()
export const read = async (tell: Worker, path: string, asked?: Asked) =>
  (await ask(tell, path, asked))?.text()
