import { dropOldBuilds, fetchAndKeep, findFile, keepFiles, SHELL, type Build } from './kept-build.ts'
import { isSparing } from './sparing.ts'
import { ifStored } from './storage.ts'

/** A page that the server has not sent by then is drawn from the kept files. */
export const PATIENCE_MS = 3_000

/** The last answers about parks, which are the same for everyone. */
const ANSWERS = 'answers'
const DESTINATIONS = '/api/parks/destinations'
const KEPT_ANSWERS = /^\/api\/parks\/(destinations|[\da-f-]{36})$/

/** Addresses below which services answer with pages of their own. */
const OF_SERVICES = /^\/(api|auth\/v1|sandbox|webhooks|u|t)(\/|$)|\.[^/]*$/

/**
 * Code, style and fonts, and the shell of the app: kept, so that the app opens without a signal. If the browser saves data, only the
 * files that the visit has needed so far are kept, and the rest at a later visit. The page keeps boards itself
 * (features/parks/kept-board.ts).
 */
export function workOffline(scope: ServiceWorkerGlobalScope, build: Build): void {
  const { caches, location } = scope
  const wanted = (needed: string[]) => (isSparing(scope.navigator) ? needed : build.files)
  scope.addEventListener('install', (event) => {
    // A new version has nothing to wait for: open tabs find the code of the build before.
    void scope.skipWaiting()
    event.waitUntil(keepFiles(caches, build, wanted(build.firstLoad)))
  })
  // Only pages that it controls can be led to another address, and are answered.
  scope.addEventListener('activate', (event) =>
    event.waitUntil(
      Promise.all([scope.clients.claim(), dropOldBuilds(caches, build), keepDestinations(caches)]),
    ),
  )
  // Each visit names what it has loaded. A file that does not arrive now is asked for at the next visit.
  scope.addEventListener('message', (event) => {
    const files = wanted(loadedFiles(event.data).filter((file) => build.files.includes(file)))
    event.waitUntil(keepFiles(caches, build, files).catch(() => undefined))
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (request.mode === 'navigate') {
      if (!OF_SERVICES.test(pathname)) event.respondWith(openPage(request))
    } else if (pathname.startsWith('/assets/') || build.files.includes(pathname)) {
      event.respondWith(openFile(request, pathname))
    } else if (KEPT_ANSWERS.test(pathname) && !request.headers.has('authorization')) {
      event.respondWith(askOrRemember(caches, request, pathname))
    }
  })

  /** The page from the server; the shell if there is no signal, or the signal is weak, or the server is away. Never the page of another visit: it may be about someone. */
  async function openPage(request: Request): Promise<Response> {
    const page = fetch(request).catch(() => undefined)
    const response = await Promise.race([page, patience()])
    if (response && response.status < 502) return response
    return (await findFile(caches, build, SHELL)) ?? (await page) ?? Response.error()
  }

  const openFile = async (request: Request, path: string) =>
    (await findFile(caches, build, path)) ?? fetchAndKeep(caches, build, request, path)
}

/** The addresses in the message of `lib/keep-app.ts`. */
function loadedFiles(message: unknown): string[] {
  if (typeof message !== 'object' || message === null || !('loaded' in message)) return []
  const { loaded } = message
  return Array.isArray(loaded) ? loaded.filter((file) => typeof file === 'string') : []
}

const patience = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))

/** The list that every board begins with. The page that registers the worker has asked for it before. */
const keepDestinations = (caches: CacheStorage) =>
  caches
    .open(ANSWERS)
    .then((cache) => cache.add(DESTINATIONS))
    .catch(() => undefined)

/** The answer of the server, kept if it is public; without one, the last one kept. */
async function askOrRemember(caches: CacheStorage, request: Request, path: string): Promise<Response> {
  const remember = () => ifStored(async () => (await caches.open(ANSWERS)).match(path))
  const response = await fetch(request).catch(async (error: unknown) => {
    const known = await remember()
    if (!known) throw error
    return known
  })
  if (response.status >= 502) return (await remember()) ?? response
  if (response.ok && isPublic(response)) {
    const copy = response.clone()
    await ifStored(async () => (await caches.open(ANSWERS)).put(path, copy))
  }
  return response
}

const isPublic = ({ headers }: Response) => headers.get('cache-control')?.startsWith('public') === true
