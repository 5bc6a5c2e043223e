import type { NewDevice } from '@walkon/contracts/http/push'
import { queryOptions } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { forgetEndpoint, keepEndpoint } from '../../lib/kept-endpoint.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { deviceName, isAppleMobile } from './device-name.ts'
import { addDevice, findDevice, removeDevice } from './queries.ts'

/**
 * The browser's abilities, and if the caller's alerts come to it. `insecure`: the page has no https address. `to-install`: an iPhone or
 * iPad, whose web apps get push only from the Home Screen.
 */
export type BrowserState =
  | { kind: 'unable' | 'insecure' | 'to-install' | 'blocked' | 'off' }
  | { kind: 'on'; deviceId: string }

/** A step of the browser's own that did not work, with the words for it. */
export class BrowserRefusal extends Error {
  readonly words: ProblemText

  constructor(words: ProblemText) {
    super(words.title)
    this.name = 'BrowserRefusal'
    this.words = words
  }
}

const NOT_ALLOWED: ProblemText = {
  title: 'Not turned on yet',
  text: 'Your browser needs your OK first. Try again, and choose Allow when it asks.',
}
const NO_PUSH_SERVICE: ProblemText = {
  title: 'Your browser could not turn push on',
  text: 'It did not reach its push service, or push is off in its settings. Please try again, or use another browser.',
}

export const browserQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['devices', caller.key, 'this browser'],
    queryFn: () => readBrowser(caller),
    // The permission may have changed in the browser's settings.
    refetchOnWindowFocus: 'always',
  })

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** Tells when the visitor changes the permission beside the page, which stays in sight meanwhile. Returns how to end that. */
export function followPermission(onChange: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  // A browser without this says nothing: the next time the tab is opened is when the page reads it.
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', onChange, { signal }))
    .catch(() => undefined)
  return () => ending.abort()
}

async function readBrowser(caller: Caller): Promise<BrowserState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return { kind: whyUnable() }
  }
  if (Notification.permission === 'denied') return { kind: 'blocked' }
  const subscription = Notification.permission === 'granted' ? await findSubscription() : null
  const deviceId = subscription && (await findDevice(caller, subscription.endpoint))
  return deviceId ? { kind: 'on', deviceId } : { kind: 'off' }
}

function whyUnable(): 'unable' | 'insecure' | 'to-install' {
  if (!globalThis.isSecureContext) return 'insecure'
  return isAppleMobile(navigator) && !isInstalled() ? 'to-install' : 'unable'
}

/** Asks the visitor, then the browser, then notifier. Each step that has succeeded is not repeated by another try. */
export async function turnOn(caller: Caller, askPublicKey: () => Promise<string>): Promise<void> {
  // First of all: a browser asks only as the direct answer to a click.
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return
  if (permission !== 'granted') throw new BrowserRefusal(NOT_ALLOWED)
  const publicKey = await askPublicKey()
  const subscription = await subscribe(publicKey).catch(() => {
    throw new BrowserRefusal(NO_PUSH_SERVICE)
  })
  await addDevice(caller, { ...toKeys(subscription.toJSON()), name: deviceName(navigator, isInstalled()) })
  await keepEndpoint(subscription.endpoint)
}

/** Notifier first: should the browser fail then, at least nothing is sent to it any more. */
export async function turnOff(caller: Caller, deviceId: string): Promise<void> {
  await removeDevice(caller, deviceId)
  const subscription = await findSubscription()
  await subscription?.unsubscribe().catch(() => undefined)
  await forgetEndpoint()
}

/** Returns true if pushes come to this browser, for any visitor. */
export const hasPush = async (): Promise<boolean> =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && (await findSubscription()) !== null

/**
 * The account's push to this browser ends. If notifier does not answer, it learns of the end from the push service, which reports the
 * endpoint as gone.
 */
export async function endPush(caller: Caller): Promise<void> {
  if (!(await hasPush())) return
  const subscription = await findSubscription()
  const deviceId = subscription && (await findDevice(caller, subscription.endpoint).catch(() => null))
  if (deviceId) await removeDevice(caller, deviceId).catch(() => undefined)
  await subscription?.unsubscribe().catch(() => undefined)
  await forgetEndpoint().catch(() => undefined)
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // A subscription made with another key stands in the way.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Returns the parts of a subscription that notifier needs, however it was made. */
export function toKeys({ endpoint, keys, expirationTime }: PushSubscriptionJSON): Omit<NewDevice, 'name'> {
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new BrowserRefusal(NO_PUSH_SERVICE)
  return { endpoint, keys: { p256dh, auth }, expirationTime: expirationTime ?? null }
}
