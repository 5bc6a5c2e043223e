import { z } from 'zod/mini'
import { toLine } from '../plain-text.ts'
import { instant } from '../values.ts'

/** Web push, under `/api/notifications`: the devices of a visitor, what a notification says, and what its browser tells back. */

/** A visitor's browsers that alerts go to, at most. */
export const MAX_DEVICES = 10
export const MAX_DEVICE_NAME_LENGTH = 60

/** `GET /push/key`: the public half of the VAPID pair (RFC 8292), an uncompressed point in base64url. */
export const pushKey = z.object({ publicKey: z.string() })
export type PushKey = z.output<typeof pushKey>

/** As `PushSubscription.toJSON()` gives them. */
const p256dh = z.string().check(z.regex(/^B[\w-]{86}$/, 'The public key of a browser: 65 bytes in base64url'))
const auth = z
  .string()
  .check(z.regex(/^[\w-]{22}$/, 'The authentication secret of a browser: 16 bytes in base64url'))
/** `z.url` says the same, and would be code of the browser's first load. Which addresses are push services notifier knows. */
const endpoint = z.string().check(z.refine(URL.canParse), z.maxLength(1_000))
const pushSubscription = z.object({
  endpoint,
  keys: z.object({ p256dh, auth }),
  /** Milliseconds since 1970, where the browser knows when the endpoint ends. */
  expirationTime: z.optional(z.nullable(z.number())),
})

/** `POST /devices`. The same endpoint again renews the keys and the name. */
export const newDevice = z.extend(pushSubscription, {
  name: z.string().check(z.overwrite(toLine), z.minLength(1), z.maxLength(MAX_DEVICE_NAME_LENGTH)),
})
export type NewDevice = z.input<typeof newDevice>

/** `POST /devices/renewed`: the browser has another endpoint than before (`pushsubscriptionchange`). */
export const renewedDevice = z.extend(pushSubscription, {
  oldEndpoint: endpoint,
})
export type RenewedDevice = z.input<typeof renewedDevice>

/** A browser that alerts go to. Its endpoint and keys are never answered. */
export const device = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: instant,
  /** When its push service last took a notification for it. */
  lastAcceptedAt: z.nullable(instant),
  /** When it last showed one. */
  lastShownAt: z.nullable(instant),
})
export type Device = z.output<typeof device>

/** `PUT /push/preference`: alerts go by email only while no device accepts them. */
export const pushPreference = z.object({ replacesEmail: z.boolean() })
export type PushPreference = z.output<typeof pushPreference>

/** `GET /devices`, the oldest first. */
export const deviceList = z.object({ devices: z.array(device), replacesEmail: z.boolean() })
export type DeviceList = z.output<typeof deviceList>

/** `POST /devices/current`: which of the caller's devices this browser is. A post, because an endpoint belongs in no URL. */
export const currentDevice = z.object({ endpoint: z.string().check(z.maxLength(1_000)) })
export const deviceId = z.object({ id: z.uuid() })

const token = z.string().check(z.minLength(1), z.maxLength(1_000))

/** `POST /pushes/shown`: the browser has shown the notification. */
export const shownPush = z.object({ token })

/** `POST /pushes/replies`: an action of the notification was chosen. */
export const SNOOZE_PUSH_MINUTES = 30
export const pushReply = z.object({
  token,
  reply: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('snooze'), minutes: z.literal(SNOOZE_PUSH_MINUTES) }),
  ]),
})
export type PushReply = z.output<typeof pushReply>

/** The decrypted payload of a push, as its service worker reads it. */
export const pushPayload = z.object({
  v: z.literal(1),
  kind: z.enum(['ride-alerts', 'letter', 'test']),
  title: z.string(),
  body: z.string(),
  /** The same for each attempt of one notification, so that a second one replaces the first. */
  tag: z.string(),
  /** The page that the notification opens: a path of our own site. */
  url: z.string().check(z.regex(/^\/(?![/\\])/, 'A path of our own site')),
  /** For the receipt and the replies; of this notification alone. */
  token: z.string(),
  actions: z.array(z.enum(['done', 'snooze'])),
  sentAt: instant,
})
export type PushPayload = z.output<typeof pushPayload>
