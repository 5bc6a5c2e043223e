import { SNOOZE_PUSH_MINUTES, type PushReply } from '@walkon/contracts/http/push'
import { ALERTS_PAGE, plainNotification, toNotification, type NotificationData } from './notification.ts'
import { openPage } from './open-page.ts'
import { post } from './post.ts'
import { renewSubscription } from './renew.ts'

/** Handles each event of push in the service worker. */
export function listenToPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data?.text())))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(answerClick(scope, event)))
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewSubscription(scope.registration.pushManager, event)),
  )
}

async function showPush({ registration }: ServiceWorkerGlobalScope, text: string | undefined): Promise<void> {
  const { title, options } = toNotification(text)
  await registration.showNotification(title, options)
  if (options.data.token) await post('/pushes/shown', { token: options.data.token })
}

const REPLIES: Record<string, PushReply['reply'] | undefined> = {
  done: { kind: 'done' },
  snooze: { kind: 'snooze', minutes: SNOOZE_PUSH_MINUTES },
}

async function answerClick(
  { clients, location, registration }: ServiceWorkerGlobalScope,
  { notification, action }: NotificationEvent,
): Promise<void> {
  notification.close()
  const { url, token } = notification.data as NotificationData
  const reply = REPLIES[action]
  if (!reply || !token) return openPage(clients, url, location.origin)
  if (await post('/pushes/replies', { token, reply })) return undefined
  return openPage(clients, ALERTS_PAGE, location.origin).catch(() => {
    // Too long after the click, a browser lets nothing be opened.
    const { title, options } = plainNotification('That didn’t reach us. Tap to change your alerts.')
    return registration.showNotification(title, options)
  })
}
