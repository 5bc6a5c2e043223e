import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { server } from '../test/server.ts'
import {
  aBuild,
  ask,
  createOfflineWorker,
  DESTINATIONS,
  loseSignal,
  openPage,
  ORIGIN,
  read,
} from '../test/installed-worker.ts'
import { PATIENCE_MS, workOffline } from './offline.ts'

/** The service worker at the requests of pages. */

const PARK = '/api/parks/75ea578a-adc8-4116-a54d-dccb60765ef9'

const { browser, install } = createOfflineWorker(workOffline)

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
  const kept = browser.caches.addresses()
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
  expect(browser.caches.addresses()).toEqual(kept)
})

test('an answer about a park that is not public is not kept', async () => {
  const tell = await install(aBuild('one'))
  server.use(http.get('*', () => HttpResponse.json({}, { headers: { 'cache-control': 'no-store' } })))
  await ask(tell, PARK)
  expect(browser.caches.addresses()).not.toContain(PARK)
})

test('the last public answer about a park is there without a signal', async () => {
  const tell = await install(aBuild('one'))
  expect(browser.caches.addresses()).toContain(DESTINATIONS)
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

/** Failures of a browser's storage: its quota is used up, or it was denied after the worker had started. */
const DENIALS: [name: string, deny: () => void][] = [
  [
    'full',
    () => {
      const { open } = browser.caches
      const put = () => Promise.reject(new DOMException('Quota exceeded', 'QuotaExceededError'))
      browser.caches.open = async (name) => ({ ...(await open(name)), put })
    },
  ],
  [
    'denied',
    () => {
      const denied = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
      Object.assign(browser.caches, { open: denied, match: denied, keys: denied, delete: denied })
    },
  ],
]

test.for(DENIALS)('an answer of the server is handed on where the storage is %s', async ([, deny]) => {
  Object.assign(browser.connection, { saveData: true })
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
