import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { server } from '../test/server.ts'
import { createCaches, startWorker } from '../test/service-worker.ts'
import type { Build } from './kept-build.ts'
import { PATIENCE_MS, workOffline } from './offline.ts'

/** The service worker at the requests of pages; the server is at its wire. */

const ORIGIN = 'http://localhost'
const PARK = '/api/parks/75ea578a-adc8-4116-a54d-dccb60765ef9'
const DESTINATIONS = '/api/parks/destinations'

const aBuild = (id: string): Build => ({
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

let caches: ReturnType<typeof createCaches>
/** Requests to the server. */
const fetched: string[] = []
/** The browser's report of the network; it may change while the worker runs. */
const connection: { saveData?: boolean; effectiveType?: string } = {}
beforeEach(() => {
  Object.assign(connection, { saveData: false, effectiveType: '4g' })
  caches = createCaches()
  serve(aBuild('one'))
})
afterEach(() => void vi.useRealTimers())

/** Serves the files of this build; any other is not found. */
function serve({ id, files }: Build): void {
  server.resetHandlers()
  server.use(
    http.get(`${ORIGIN}/*`, ({ request }) => {
      const { pathname } = new URL(request.url)
      fetched.push(pathname)
      const isThere = files.includes(pathname) || pathname === DESTINATIONS
      return isThere ? HttpResponse.text(`${pathname} of ${id}`) : new HttpResponse(null, { status: 404 })
    }),
  )
}

const loseSignal = () => server.use(http.all('*', () => HttpResponse.error()))

const startWith = (build: Build) =>
  startWorker((scope) => workOffline(scope, build), {
    caches,
    location: { origin: ORIGIN },
    navigator: { connection },
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

type Worker = Awaited<ReturnType<typeof install>>

type Asked = { mode?: string; method?: string; headers?: Record<string, string>; origin?: string }

/** The answer that a page gets from the worker, or undefined if the browser asks by itself. */
async function ask(tell: Worker, path: string, { mode = 'cors', origin = ORIGIN, ...init }: Asked = {}) {
  const request = new Request(origin + path, init)
  Object.defineProperty(request, 'mode', { value: mode })
  return (await tell('fetch', { request })) as Response | undefined
}

const openPage = async (tell: Worker, path: string) => (await ask(tell, path, { mode: 'navigate' }))?.text()
const read = async (tell: Worker, path: string, asked?: Asked) => (await ask(tell, path, asked))?.text()

test('without a signal every address of the app is drawn in the shell, with code that is kept', async () => {
  const tell = await install(aBuild('one'))
  loseSignal()
  expect(await openPage(tell, '/live-wait-times?park=p1')).toBe('/shell.html of one')
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
})

test('with a signal a page is the server’s, also one that is not there', async () => {
  const tell = await install(aBuild('one'))
  server.use(http.get(`${ORIGIN}/faq`, () => HttpResponse.text('the FAQ')))
  expect(await openPage(tell, '/faq')).toBe('the FAQ')
  expect((await ask(tell, '/nowhere', { mode: 'navigate' }))?.status).toBe(404)
})

test('a server that is away is no page: the shell is', async () => {
  const tell = await install(aBuild('one'))
  server.use(http.get(`${ORIGIN}/faq`, () => new HttpResponse('bad gateway', { status: 502 })))
  expect(await openPage(tell, '/faq')).toBe('/shell.html of one')
})

test('a page that has not come after three seconds is drawn in the shell', async () => {
  const tell = await install(aBuild('one'))
  const slow = Promise.withResolvers<void>()
  server.use(
    http.get(`${ORIGIN}/faq`, async () => {
      await slow.promise
      return HttpResponse.text('the FAQ')
    }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = openPage(tell, '/faq')
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await page).toBe('/shell.html of one')
  slow.resolve()
})

test('a page is never kept, and neither is an answer to someone', async () => {
  const tell = await install(aBuild('one'))
  const kept = caches.addresses()
  server.use(
    http.get('*', () =>
      HttpResponse.json({ about: 'Ana' }, { headers: { 'cache-control': 'public, max-age=9' } }),
    ),
  )
  await openPage(tell, '/confirm-alerts?token=secret')
  expect(await ask(tell, PARK, { headers: { authorization: 'Bearer ana' } })).toBeUndefined()
  for (const path of ['/api/billing/plan', '/api/alerts/subscriptions', '/auth/v1/user', `${PARK}/live`]) {
    expect(await ask(tell, path)).toBeUndefined()
  }
  expect(caches.addresses()).toEqual(kept)
})

test('an answer about a park that is not public is not kept', async () => {
  const tell = await install(aBuild('one'))
  server.use(http.get('*', () => HttpResponse.json({}, { headers: { 'cache-control': 'no-store' } })))
  await ask(tell, PARK)
  expect(caches.addresses()).not.toContain(PARK)
})

test('the last public answer about a park is there without a signal', async () => {
  const tell = await install(aBuild('one'))
  expect(caches.addresses()).toContain(DESTINATIONS)
  server.use(
    http.get('*', () =>
      HttpResponse.text('the park', { headers: { 'cache-control': 'public, max-age=30' } }),
    ),
  )
  expect(await read(tell, PARK)).toBe('the park')
  loseSignal()
  expect(await read(tell, PARK)).toBe('the park')
  expect(await read(tell, DESTINATIONS)).toBe(`${DESTINATIONS} of one`)
  expect(await read(tell, PARK.replace('75', '76')).catch(() => 'no answer')).toBe('no answer')
})

test('what services answer, what changes something and other sites are left to the browser', async () => {
  const tell = await install(aBuild('one'))
  expect(await openPage(tell, '/sandbox/inbox')).toBeUndefined()
  expect(await openPage(tell, '/u/token')).toBeUndefined()
  expect(await openPage(tell, '/share.png')).toBeUndefined()
  expect(await ask(tell, '/theme.js', { method: 'POST' })).toBeUndefined()
  expect(await ask(tell, '/theme.js', { origin: 'https://elsewhere.example' })).toBeUndefined()
})

test('after a deployment a page and its style are of the new build, and an open tab finds its code', async () => {
  await install(aBuild('one'))
  const tell = await install(aBuild('two'))
  expect(await read(tell, '/theme.js')).toBe('/theme.js of two')
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
  loseSignal()
  expect(await openPage(tell, '/')).toBe('/shell.html of two')
})

test('the code of the build before the last one is gone', async () => {
  await install(aBuild('one'))
  await install(aBuild('two'))
  const tell = await install(aBuild('three'))
  expect((await ask(tell, '/assets/app-one.js'))?.status).toBe(404)
  expect(await read(tell, '/assets/app-two.js')).toBe('/assets/app-two.js of two')
})

/** Failures of a browser's storage: its quota is used up, or it was denied after the worker had started. */
const DENIALS: [name: string, deny: () => void][] = [
  [
    'full',
    () => {
      const { open } = caches
      const put = () => Promise.reject(new DOMException('Quota exceeded', 'QuotaExceededError'))
      caches.open = async (name) => ({ ...(await open(name)), put })
    },
  ],
  [
    'denied',
    () => {
      const denied = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
      Object.assign(caches, { open: denied, match: denied, keys: denied, delete: denied })
    },
  ],
]

test.for(DENIALS)('an answer of the server is handed on where the storage is %s', async ([, deny]) => {
  Object.assign(connection, { saveData: true })
  const tell = await install(aBuild('one'))
  deny()
  expect(await read(tell, '/assets/live-one.js')).toBe('/assets/live-one.js of one')
  expect(await read(tell, '/theme.js')).toBe('/theme.js of one')
  expect((await ask(tell, '/nowhere', { mode: 'navigate' }))?.status).toBe(404)
  server.use(
    http.get('*', () =>
      HttpResponse.text('the park', { headers: { 'cache-control': 'public, max-age=30' } }),
    ),
  )
  expect(await read(tell, PARK)).toBe('the park')
  await tell('activate', {})
})

test('a build that failed to install does not push out the one whose tabs are open', async () => {
  await install(aBuild('one'))
  serve({ ...aBuild('two'), files: ['/shell.html', '/theme.js'] })
  await expect(startWith(aBuild('two'))('install', {})).rejects.toThrow('/assets/app-two.js: 404')
  const tell = await install(aBuild('three'))
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
  expect(caches.addresses()).not.toContain('/assets/app-two.js')
})

test('after a build that was taken back the next one keeps the code of the build that ran', async () => {
  await install(aBuild('one'))
  await install(aBuild('two'))
  await install(aBuild('one'))
  const tell = await install(aBuild('three'))
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
  expect((await ask(tell, '/assets/app-two.js'))?.status).toBe(404)
})

test('a build of which a file does not arrive is not taken', async () => {
  serve(aBuild('one'))
  await expect(startWith(aBuild('two'))('install', {})).rejects.toThrow('/assets/app-two.js: 404')
})

test.for([
  { saveData: true },
  { effectiveType: '3g' },
  { effectiveType: '2g' },
  { effectiveType: 'slow-2g' },
])(
  'with %o only the shell is fetched, and what the visit has loaded and loads then is kept',
  async (spared) => {
    Object.assign(connection, spared)
    const build = aBuild('one')
    const tell = await install(build)
    expect(caches.addresses()).toEqual([...build.firstLoad, DESTINATIONS])

    await tell('message', {
      data: { loaded: ['/assets/faq-one.js', '/api/parks/destinations', '/assets/elsewhere.js'] },
    })
    expect(caches.addresses()).toContain('/assets/faq-one.js')
    await ask(tell, '/assets/live-one.js')
    expect(new Set(caches.addresses())).toEqual(new Set([...build.files, DESTINATIONS]))
    loseSignal()
    expect(await read(tell, '/assets/live-one.js')).toBe('/assets/live-one.js of one')
  },
)

test('a later visit with a better network fetches the rest, and nothing twice', async () => {
  Object.assign(connection, { saveData: true })
  const build = aBuild('one')
  const tell = await install(build)
  Object.assign(connection, { saveData: false })
  fetched.length = 0

  await tell('message', { data: { loaded: [] } })

  expect(fetched.toSorted()).toEqual(['/assets/faq-one.js', '/assets/live-one.js'])
  expect(new Set(caches.addresses())).toEqual(new Set([...build.files, DESTINATIONS]))
})

test.for([undefined, null, 'loaded', { loaded: 'all' }, { loaded: [1, null] }])(
  'a message of %o keeps nothing more',
  async (data) => {
    Object.assign(connection, { saveData: true })
    const tell = await install(aBuild('one'))
    const kept = caches.addresses()
    await tell('message', { data })
    expect(caches.addresses()).toEqual(kept)
  },
)

test('a file that does not arrive while a build is completed breaks nothing', async () => {
  Object.assign(connection, { saveData: true })
  const tell = await install(aBuild('one'))
  connection.saveData = false
  loseSignal()
  await tell('message', { data: { loaded: [] } })
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
})
