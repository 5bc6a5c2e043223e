import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '../state/store.ts'

/** Browsers that are subscribed at the sandbox's push service, with the private half of their keys. */

const CURVE = 'prime256v1'

export type PushDevice = {
  id: string
  name: string
  /** The product's VAPID key: only its owner may send here. */
  applicationServerKey: string
  privateKey: string
  publicKey: string
  auth: string
  isRemoved: boolean
}

const deviceRow = z
  .object({
    id: z.string(),
    name: z.string(),
    application_server_key: z.string(),
    private_key: z.string(),
    public_key: z.string(),
    auth: z.string(),
    removed_at: z.int().nullable(),
  })
  .transform(
    ({ application_server_key, private_key, public_key, removed_at, ...row }): PushDevice => ({
      ...row,
      applicationServerKey: application_server_key,
      privateKey: private_key,
      publicKey: public_key,
      isRemoved: removed_at !== null,
    }),
  )

/** A browser subscribes: it makes its keys, and the push service an address for it. */
export function subscribe(store: Store, applicationServerKey: string, name: string, now: Date): PushDevice {
  const curve = createECDH(CURVE)
  curve.generateKeys()
  const device: PushDevice = {
    id: randomUUID(),
    name,
    applicationServerKey,
    privateKey: curve.getPrivateKey('base64url'),
    publicKey: curve.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    isRemoved: false,
  }
  store
    .sql(
      `insert into push_devices (id, name, application_server_key, private_key, public_key, auth, created_at)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      device.id,
      name,
      applicationServerKey,
      device.privateKey,
      device.publicKey,
      device.auth,
      now.getTime(),
    )
  return device
}

export function findDevice(store: Store, id: string): PushDevice | null {
  const row = store.sql('select * from push_devices where id = ?').get(id)
  return row ? deviceRow.parse(row) : null
}

/** The browser's owner turns notifications off. False if there is no such device, or no more. */
export function unsubscribeDevice(store: Store, id: string, now: Date): boolean {
  const { changes } = store
    .sql('update push_devices set removed_at = ? where id = ? and removed_at is null')
    .run(now.getTime(), id)
  return changes > 0
}

/** `PushSubscription.toJSON()` of the browser. */
export const toSubscription = ({ id, publicKey, auth }: PushDevice, pushUrl: string) => ({
  endpoint: `${pushUrl}/${id}`,
  expirationTime: null,
  keys: { p256dh: publicKey, auth },
})

export function ecdhOf({ privateKey }: PushDevice) {
  const curve = createECDH(CURVE)
  curve.setPrivateKey(privateKey, 'base64url')
  return curve
}

/** True for an uncompressed point of the curve, as a browser demands of an application server key. */
export function isPublicKey(key: string): boolean {
  const curve = createECDH(CURVE)
  curve.generateKeys()
  try {
    curve.computeSecret(key, 'base64url')
    return Buffer.from(key, 'base64url').length === 65
  } catch {
    return false
  }
}
