import type { CDPSession, Page, Worker } from 'playwright-core'

/** What a service worker has, as far as the tests ask for it: TypeScript knows the scope of a page alone. */
type Scope = {
  registration: ServiceWorkerRegistration
  dispatchEvent: (event: Event) => void
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
}

export type ShownNotification = { title: string; body: string; tag: string }

/**
 * Chromium reaches no push service here, so a subscription comes from the sandbox's. All else of push is the browser's own: the
 * permission, the service worker, the notification. To be called before the page is opened.
 */
export const subscribeAtSandbox = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    const KEPT = 'the subscription of the test'
    const toSubscription = (json: string | null) =>
      json === null
        ? null
        : ({
            ...JSON.parse(json),
            toJSON: () => JSON.parse(json),
            unsubscribe: async () => {
              localStorage.removeItem(KEPT)
              return true
            },
          } as PushSubscription)
    PushManager.prototype.getSubscription = async () => toSubscription(localStorage.getItem(KEPT))
    PushManager.prototype.subscribe = async (options) => {
      const response = await fetch('/sandbox/devices', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ applicationServerKey: options?.applicationServerKey }),
      })
      localStorage.setItem(KEPT, await response.text())
      return toSubscription(localStorage.getItem(KEPT)) as PushSubscription
    }
  })

/** The service worker of a page's site, which has been registered, and how the browser hands it pushes. */
export async function findServiceWorker(page: Page) {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  const session = await page.context().newCDPSession(page)
  const registrationId = await findRegistration(session)
  return {
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data,
      }),
    notifications: () => listNotifications(worker),
    /** What the browser does when the notification with this tag, or a button of it, is clicked. */
    click: (tag: string, action = '') => clickNotification(worker, tag, action),
  }
}

async function findRegistration(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

const listNotifications = (worker: Worker): Promise<ShownNotification[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag }) => ({ title, body, tag }))
  })

const clickNotification = (worker: Worker, tag: string, action: string): Promise<void> =>
  worker.evaluate(
    async (clicked) => {
      const scope = globalThis as unknown as Scope
      const [notification] = await scope.registration.getNotifications({ tag: clicked.tag })
      if (!notification) throw new Error('No such notification is shown')
      scope.dispatchEvent(
        new scope.NotificationEvent('notificationclick', { notification, action: clicked.action }),
      )
    },
    { tag, action },
  )
