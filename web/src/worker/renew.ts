import { pushKey } from '@walkon/contracts/http/push'
import { keepEndpoint, keptEndpoint } from '../lib/kept-endpoint.ts'
import { post } from './post.ts'

/** Browsers leave out what they do not know. */
type Change = { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }

/** The browser has given this service worker another endpoint, or has taken the old one: notifier learns the one that is good now. */
export async function renewSubscription(pushManager: PushManager, change: Change): Promise<void> {
  const { oldSubscription } = change
  const oldEndpoint = oldSubscription?.endpoint ?? (await keptEndpoint())
  // Without the old endpoint the owner of the device is unknown.
  if (!oldEndpoint) return
  const subscription =
    change.newSubscription ??
    (await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription?.options.applicationServerKey ?? (await askPublicKey()),
    }))
  const { endpoint, keys, expirationTime } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) return
  const body = { oldEndpoint, endpoint, keys: { p256dh, auth }, expirationTime: expirationTime ?? null }
  if (await post('/devices/renewed', body)) await keepEndpoint(endpoint)
}

async function askPublicKey(): Promise<string> {
  const response = await fetch('/api/notifications/push/key', { credentials: 'omit' })
  return pushKey.parse(await response.json()).publicKey
}
