import type { NewDevice } from '@walkon/contracts/http/push'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { linkHeaders, type TestService } from '@walkon/testing/service'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { insertDevice } from '../db/push/devices.ts'
import { hashEndpoint } from '../use-cases/push/read-endpoint.ts'

/** A browser's keys, of which a test that decrypts needs the private half. */
export function browserKeys() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return {
    curve,
    keys: { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

export const aSubscription = (overrides: Partial<NewDevice> = {}): NewDevice => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  expirationTime: null,
  keys: browserKeys().keys,
  name: 'Chrome on Android',
  ...overrides,
})

/** Adds a device as its visitor's page does. Returns its id. */
export async function addTestDevice(
  app: TestService['app'],
  email: string,
  overrides: Partial<NewDevice> = {},
): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/devices',
    headers: await linkHeaders(email),
    payload: aSubscription(overrides),
  })
  if (response.statusCode >= 300) throw new Error(`The device was refused: ${response.body}`)
  return response.json<{ id: string }>().id
}

/** Push replaces the visitor's email from now on. */
export async function chooseReplacing(app: TestService['app'], email: string): Promise<void> {
  const payload = { replacesEmail: true }
  await app.inject({ method: 'PUT', url: '/push/preference', headers: await linkHeaders(email), payload })
}

/** A device whose endpoint is at a test's own server, as a row. Returns its id. */
export async function insertTestDevice(db: Database, email: string, endpoint: string): Promise<string> {
  const { keys } = aSubscription()
  const row = { endpoint, endpointHash: hashEndpoint(endpoint), ...keys, expiresAt: null }
  return db.transaction(async (tx) => (await insertDevice(tx, hashAddress(email), 'My phone', row)).id)
}
