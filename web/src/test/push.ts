import { newDevice, pushPreference, type Device, type NewDevice } from '@walkon/contracts/http/push'
import { http, HttpResponse } from 'msw'
import { vi, type Mock } from 'vitest'
import { refusal } from './samples.ts'
import { server } from './server.ts'

/** Web push: notifier at its wire, and a browser that can or cannot. */

const PUBLIC_KEY = `B${'k'.repeat(86)}`
const KEYS = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) }

export const aDevice = (overrides: Partial<Device> = {}): Device => ({
  id: crypto.randomUUID(),
  name: 'Firefox on Android',
  addedAt: '2026-04-10T10:00:00Z',
  lastAcceptedAt: null,
  lastShownAt: null,
  ...overrides,
})

/** A notifier that remembers the devices of one visitor, and the endpoint of each that it was told of. */
export function servePush(devices: Device[] = [], { replacesEmail = false } = {}) {
  const notifier = {
    devices,
    replacesEmail,
    endpoints: new Map<string, string>(),
    added: [] as NewDevice[],
    tested: [] as string[],
  }
  const list = () => ({ devices: notifier.devices, replacesEmail: notifier.replacesEmail })
  server.use(
    http.get('*/api/notifications/push/key', () => HttpResponse.json({ publicKey: PUBLIC_KEY })),
    http.get('*/api/notifications/devices', () => HttpResponse.json(list())),
    http.post('*/api/notifications/devices', async ({ request }) => {
      const added = newDevice.parse(await request.json())
      notifier.added.push(added)
      const knownId = notifier.endpoints.get(added.endpoint)
      const known = notifier.devices.find(({ id }) => id === knownId)
      if (known) return HttpResponse.json(known)
      const device = aDevice({ name: added.name, addedAt: new Date().toISOString() })
      notifier.devices = [...notifier.devices, device]
      notifier.endpoints.set(added.endpoint, device.id)
      return HttpResponse.json(device, { status: 201 })
    }),
    http.post('*/api/notifications/devices/current', async ({ request }) => {
      const { endpoint } = (await request.json()) as { endpoint: string }
      const id = notifier.endpoints.get(endpoint)
      return notifier.devices.some((device) => device.id === id)
        ? HttpResponse.json({ id })
        : refusal('device-not-found')
    }),
    http.delete('*/api/notifications/devices/:id', ({ params }) => {
      const left = notifier.devices.filter(({ id }) => id !== params['id'])
      if (left.length === notifier.devices.length) return refusal('device-not-found')
      notifier.devices = left
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/notifications/devices/:id/test', ({ params }) => {
      notifier.tested.push(String(params['id']))
      return new HttpResponse(null, { status: 202 })
    }),
    http.put('*/api/notifications/push/preference', async ({ request }) => {
      notifier.replacesEmail = pushPreference.parse(await request.json()).replacesEmail
      return HttpResponse.json({ replacesEmail: notifier.replacesEmail })
    }),
  )
  return notifier
}

type GivenBrowser = {
  permission?: NotificationPermission
  /** The visitor's answer to the browser. */
  answer?: NotificationPermission
  /** The endpoint of a subscription that is there already. */
  endpoint?: string
}

type TestBrowser = {
  registered: string[]
  /** How often the visitor was asked for the permission. */
  asked: number
  endpoint: string | null
  permission: NotificationPermission
  answer: NotificationPermission
  subscribe: Mock<(options: PushSubscriptionOptionsInit) => Promise<object>>
}

/** A browser that can show push notifications. Its parts are the browser's own; only what a visitor answers is told. */
export function giveBrowser({
  permission = 'default',
  answer = 'granted',
  endpoint,
}: GivenBrowser = {}): TestBrowser {
  let count = 0
  const browser: TestBrowser = {
    registered: [] as string[],
    asked: 0,
    endpoint: endpoint ?? null,
    permission,
    answer,
    subscribe: vi.fn(async () => {
      count += 1
      browser.endpoint ??= `https://push.example/${count}`
      return subscriptionOf(browser.endpoint)
    }),
  }
  const subscriptionOf = (own: string) => ({
    endpoint: own,
    toJSON: () => ({ endpoint: own, expirationTime: null, keys: KEYS }),
    unsubscribe: async () => {
      browser.endpoint = null
      return true
    },
  })
  const registration = {
    pushManager: {
      getSubscription: async () => (browser.endpoint ? subscriptionOf(browser.endpoint) : null),
      subscribe: browser.subscribe,
    },
  }
  const isRegistered = () => endpoint !== undefined || browser.registered.length > 0
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('caches', { open: async () => ({ put: async () => undefined }), delete: async () => true })
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.asked += 1
      browser.permission = browser.answer
      return browser.answer
    },
  })
  giveNavigator({
    serviceWorker: {
      getRegistration: async () => (isRegistered() ? registration : undefined),
      register: async (path: string) => browser.registered.push(path),
      ready: Promise.resolve(registration),
    },
  })
  return browser
}

/** The navigator with what a test says of it, until the end of the test. */
export function giveNavigator(own: object): void {
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (target, name) => (name in own ? Reflect.get(own, name) : Reflect.get(target, name, target)),
      has: (target, name) => name in own || name in target,
    }),
  )
}
