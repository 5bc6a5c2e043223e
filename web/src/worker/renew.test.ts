import { renewedDevice } from '@walkon/contracts/http/push'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { server } from '../test/server.ts'
import { hear, startWorker as startWorkerIn } from '../test/service-worker.ts'
import { listenToPushes } from './push-events.ts'

let pushManager: { subscribe: ReturnType<typeof vi.fn> }
beforeEach(() => (pushManager = { subscribe: vi.fn() }))

const startWorker = () => startWorkerIn(listenToPushes, { registration: { pushManager } })

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
