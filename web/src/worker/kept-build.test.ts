import { expect, test } from 'vitest'
import {
  aBuild,
  ask,
  createOfflineWorker,
  DESTINATIONS,
  loseSignal,
  openPage,
  read,
} from '../test/installed-worker.ts'
import { workOffline } from './offline.ts'

/** The builds that the service worker keeps, and what it fetches on a network that is to be spared. */

const { browser, install, serve, startWith } = createOfflineWorker(workOffline)

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

test('a build that failed to install does not push out the one whose tabs are open', async () => {
  await install(aBuild('one'))
  serve({ ...aBuild('two'), files: ['/shell.html', '/theme.js'] })
  await expect(startWith(aBuild('two'))('install', {})).rejects.toThrow('/assets/app-two.js: 404')
  const tell = await install(aBuild('three'))
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
  expect(browser.caches.addresses()).not.toContain('/assets/app-two.js')
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
    Object.assign(browser.connection, spared)
    const build = aBuild('one')
    const tell = await install(build)
    expect(browser.caches.addresses()).toEqual([...build.firstLoad, DESTINATIONS])

    await tell('message', {
      data: { loaded: ['/assets/faq-one.js', '/api/parks/destinations', '/assets/elsewhere.js'] },
    })
    expect(browser.caches.addresses()).toContain('/assets/faq-one.js')
    await ask(tell, '/assets/live-one.js')
    expect(new Set(browser.caches.addresses())).toEqual(new Set([...build.files, DESTINATIONS]))
    loseSignal()
    expect(await read(tell, '/assets/live-one.js')).toBe('/assets/live-one.js of one')
  },
)

test('a later visit with a better network fetches the rest, and nothing twice', async () => {
  Object.assign(browser.connection, { saveData: true })
  const build = aBuild('one')
  const tell = await install(build)
  Object.assign(browser.connection, { saveData: false })
  browser.fetched.length = 0

  await tell('message', { data: { loaded: [] } })

  expect(browser.fetched.toSorted()).toEqual(['/assets/faq-one.js', '/assets/live-one.js'])
  expect(new Set(browser.caches.addresses())).toEqual(new Set([...build.files, DESTINATIONS]))
})

test.for([undefined, null, 'loaded', { loaded: 'all' }, { loaded: [1, null] }])(
  'a message of %o keeps nothing more',
  async (data) => {
    Object.assign(browser.connection, { saveData: true })
    const tell = await install(aBuild('one'))
    const kept = browser.caches.addresses()
    await tell('message', { data })
    expect(browser.caches.addresses()).toEqual(kept)
  },
)

test('a file that does not arrive while a build is completed breaks nothing', async () => {
  Object.assign(browser.connection, { saveData: true })
  const tell = await install(aBuild('one'))
  browser.connection.saveData = false
  loseSignal()
  await tell('message', { data: { loaded: [] } })
  expect(await read(tell, '/assets/app-one.js')).toBe('/assets/app-one.js of one')
})
