import { pushReply, renewedDevice, shownPush, type PushPayload } from '@walkon/contracts/http/push'
import { http, HttpResponse, type DefaultBodyType } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { server } from '../test/server.ts'
import { listenTo } from './push-events.ts'

/** The service worker at its events; the browser around it is the test, and notifier is at its wire. */

const ORIGIN = 'http://localhost'
const RIDE = '/live-wait-times?park=p1&ride=r1'
const PUSH: PushPayload = {
  v: 1,
  kind: 'ride-alerts',
  title: 'Space Mountain: 10 min',
  body: 'At Magic Kingdom Park.',
  tag: 'delivery-1',
  url: RIDE,
  token: 'of-this-delivery',
  actions: ['done', 'snooze'],
  sentAt: '2026-04-14T13:08:00.000Z',
}

const aTab = (path: string) => ({
  url: ORIGIN + path,
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async () => ({})),
})
type Tab = ReturnType<typeof aTab>

let tabs: Tab[]
let opened: string[]
let openWindow: (href: string) => Promise<null>
let shown: { title: string; options: NotificationOptions }[]
let pushManager: { subscribe: ReturnType<typeof vi.fn> }

function startWorker() {
  const listeners = new Map<string, (event: unknown) => void>()
  const scope = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => undefined,
    location: { origin: ORIGIN },
    clients: { claim: async () => undefined, matchAll: async () => tabs, openWindow },
    registration: {
      pushManager,
      showNotification: async (title: string, options: NotificationOptions) => shown.push({ title, options }),
    },
  }
  listenTo(scope as unknown as ServiceWorkerGlobalScope)
  /** Until the worker is done with the event. */
  return async (type: string, event: object) => {
    let work: unknown
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
}

beforeEach(() => {
  tabs = []
  opened = []
  shown = []
  pushManager = { subscribe: vi.fn() }
  openWindow = async (href) => {
    opened.push(href)
    return null
  }
})

/** What notifier was told on a route, which answers in turn what it is given. */
function hear(path: string, answers: (number | 'no answer')[]): DefaultBodyType[] {
  const heard: DefaultBodyType[] = []
  server.use(
    http.post(`*/api/notifications${path}`, async ({ request }) => {
      heard.push(await request.json())
      const status = answers[Math.min(heard.length, answers.length) - 1] ?? 204
      return status === 'no answer' ? HttpResponse.error() : new HttpResponse(null, { status })
    }),
  )
  return heard
}

async function click(action = '', data: object = { url: RIDE, token: 'of-this-delivery' }) {
  const tell = startWorker()
  const close = vi.fn()
  await tell('notificationclick', { action, notification: { data, close } })
  expect(close).toHaveBeenCalledOnce()
}

const push = async (text: string | undefined) =>
  startWorker()('push', { data: text === undefined ? null : { text: () => text } })

test('a push is shown, and notifier hears that it was', async () => {
  const heard = hear('/pushes/shown', [204])
  await push(JSON.stringify(PUSH))

  expect(shown.map(({ title }) => title)).toEqual(['Space Mountain: 10 min'])
  expect(heard.map((body) => shownPush.parse(body))).toEqual([{ token: 'of-this-delivery' }])
})

test('a push without anything in it is shown', async () => {
  await push(undefined)

  expect(shown.map(({ options }) => options.body)).toEqual(['You have a new alert. Tap to see it.'])
})

test('a push whose receipt is lost stays shown', async () => {
  const heard = hear('/pushes/shown', ['no answer'])
  await push(JSON.stringify(PUSH))

  expect(shown).toHaveLength(1)
  expect(heard).toHaveLength(2)
})

test.for([
  ['done', { kind: 'done' }],
  ['snooze', { kind: 'snooze', minutes: 30 }],
] as const)('the action %s is told to notifier, and opens nothing', async ([action, reply]) => {
  const heard = hear('/pushes/replies', [204])
  await click(action)

  expect(heard.map((body) => pushReply.parse(body))).toEqual([{ token: 'of-this-delivery', reply }])
  expect(opened).toEqual([])
})

test.for([['no answer'], [503], [429]] as const)(
  'a reply that meets %s is sent once more',
  async ([problem]) => {
    const heard = hear('/pushes/replies', [problem, 204])
    await click('done')

    expect(heard).toHaveLength(2)
    expect(opened).toEqual([])
  },
)

test('a reply that gets no answer twice opens the page of all alerts', async () => {
  const heard = hear('/pushes/replies', ['no answer'])
  await click('done')

  expect(heard).toHaveLength(2)
  expect(opened).toEqual([`${ORIGIN}/manage-alerts`])
})

test('a reply that is refused is not repeated, and opens the page of all alerts', async () => {
  const heard = hear('/pushes/replies', [410])
  await click('snooze')

  expect(heard).toHaveLength(1)
  expect(opened).toEqual([`${ORIGIN}/manage-alerts`])
})

test('a visitor whose reply failed is told so where the browser opens no page any more', async () => {
  hear('/pushes/replies', ['no answer'])
  openWindow = async () => {
    throw new Error('Not allowed to open a window.')
  }
  await click('done')

  expect(shown.map(({ options }) => options)).toMatchObject([
    { body: 'That didn’t reach us. Tap to change your alerts.', data: { url: '/manage-alerts' } },
  ])
})

test('a click opens the ride where no tab is open', async () => {
  await click()

  expect(opened).toEqual([ORIGIN + RIDE])
})

test('a click shows the tab that has the ride already, and loads nothing', async () => {
  tabs = [aTab('/'), aTab(RIDE)]
  await click()

  expect(tabs.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1])
  expect(tabs[1]?.navigate).not.toHaveBeenCalled()
  expect(opened).toEqual([])
})

test('a click leads an open tab to the ride, one with a board before one in which something may be half filled in', async () => {
  tabs = [aTab('/'), aTab('/live-wait-times?park=p2')]
  await click()

  expect(tabs[0]?.focus).not.toHaveBeenCalled()
  expect(tabs[1]?.focus).toHaveBeenCalledOnce()
  expect(tabs[1]?.navigate).toHaveBeenCalledWith(ORIGIN + RIDE)
  expect(opened).toEqual([])
})

test('a click opens the ride in a new tab where the open one cannot be led there', async () => {
  const tab = aTab('/faq')
  tab.navigate.mockRejectedValue(
    new TypeError('This service worker is not the client’s active service worker.'),
  )
  tabs = [tab]
  await click()

  expect(opened).toEqual([ORIGIN + RIDE])
})

test.for([['https://evil.example/'], ['//evil.example/'], ['javascript:alert(1)'], ['http://']])(
  'a click never opens %s, which is no page of ours',
  async ([url]) => {
    await click('', { url, token: 'of-this-delivery' })

    expect(opened).toEqual([`${ORIGIN}/manage-alerts`])
  },
)

const KEYS = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) }
const aSubscription = (endpoint: string, applicationServerKey: ArrayBuffer | null = null) => ({
  endpoint,
  options: { applicationServerKey },
  toJSON: () => ({ endpoint, expirationTime: null, keys: KEYS }),
})

/** The cache of the browser, as far as an endpoint is kept in it. */
function keepInCache(kept?: string) {
  const cache = { endpoint: kept }
  vi.stubGlobal('caches', {
    match: async () => (cache.endpoint === undefined ? undefined : new Response(cache.endpoint)),
    open: async () => ({
      put: async (_key: string, value: Response) => (cache.endpoint = await value.text()),
    }),
  })
  return cache
}

const renewal = {
  oldEndpoint: 'https://push.example/old',
  endpoint: 'https://push.example/new',
  keys: KEYS,
  expirationTime: null,
}

test('a new endpoint that the browser has made is told to notifier, with the old one', async () => {
  const cache = keepInCache()
  const heard = hear('/devices/renewed', [204])
  const tell = startWorker()
  await tell('pushsubscriptionchange', {
    oldSubscription: aSubscription('https://push.example/old'),
    newSubscription: aSubscription('https://push.example/new'),
  })

  expect(heard.map((body) => renewedDevice.parse(body))).toEqual([renewal])
  expect(cache.endpoint).toBe('https://push.example/new')
})

test('a browser that has lost its endpoint and names none is subscribed again, with the key of notifier', async () => {
  keepInCache('https://push.example/old')
  const heard = hear('/devices/renewed', [204])
  server.use(http.get('*/api/notifications/push/key', () => HttpResponse.json({ publicKey: 'the-key' })))
  pushManager.subscribe.mockResolvedValue(aSubscription('https://push.example/new'))
  const tell = startWorker()
  await tell('pushsubscriptionchange', {})

  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'the-key',
  })
  expect(heard).toEqual([renewal])
})

test('a renewal that notifier has not taken leaves the old endpoint to be renewed from the next time', async () => {
  const cache = keepInCache('https://push.example/old')
  hear('/devices/renewed', ['no answer'])
  const tell = startWorker()
  await tell('pushsubscriptionchange', { newSubscription: aSubscription('https://push.example/new') })

  expect(cache.endpoint).toBe('https://push.example/old')
})
