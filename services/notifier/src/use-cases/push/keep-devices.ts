import { MAX_DEVICES, type Device, type DeviceList } from '@walkon/contracts/http/push'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import type { AccountLimit } from '@walkon/service/account-limit'
import { AppError, notFound } from '@walkon/service/errors'
import {
  deleteDevice,
  endPushesTo,
  findDeviceByEndpoint,
  findReplacesEmail,
  hasDevice,
  insertDevice,
  listDevices,
  lockDeviceByEndpoint,
  lockForAdding,
  saveEndpoint,
  saveReplacesEmail,
} from '../../db/push/devices.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import type { PushEndpoint } from '../../domain/push-endpoint.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { settle } from '../deliveries/settle-deliveries.ts'
import { tellOfNewWay } from '../letters/tell-of-new-way.ts'

export type DeviceDeps = { db: Database; metrics: DeliveryMetrics }

export async function showDevices(db: Database, email: string): Promise<DeviceList> {
  const emailHash = hashAddress(email)
  const [devices, replacesEmail] = await Promise.all([
    listDevices(db, emailHash),
    findReplacesEmail(db, emailHash),
  ])
  return { devices, replacesEmail }
}

/**
 * Adds a browser to a visitor's devices, or renews it. One that was another visitor's becomes the caller's, because the
 * caller holds the browser. The owner is told by mail of one that is new. Throws `too-many-devices`, and `too-many-requests` where a caller
 * adds one after the other: each would be a mail.
 */
export async function addDevice(
  { db, metrics, newDeviceLimit, now }: DeviceDeps & { newDeviceLimit: AccountLimit; now: () => Date },
  email: string,
  name: string,
  endpoint: PushEndpoint,
): Promise<{ device: Device; isNew: boolean }> {
  const emailHash = hashAddress(email)
  const { transitions, ...added } = await db.transaction(async (tx) => {
    await lockForInserts(tx)
    await lockForAdding(tx, endpoint.endpointHash, emailHash)
    const known = await lockDeviceByEndpoint(tx, endpoint.endpointHash)
    if (known?.emailHash === emailHash)
      return { device: await saveEndpoint(tx, known.id, endpoint, name), isNew: false, transitions: [] }
    const ended = known && (await deleteDevice(tx, known.emailHash, known.id)) ? [known.id] : []
    const settled = await settle(tx, await endPushesTo(tx, ended))
    if ((await listDevices(tx, emailHash)).length >= MAX_DEVICES)
      throw new AppError('too-many-devices', `An address has ${MAX_DEVICES} devices at most`)
    await newDeviceLimit.admit(emailHash)
    const device = await insertDevice(tx, emailHash, name, endpoint)
    await tellOfNewWay(tx, email, { kind: 'device', wayHash: endpoint.endpointHash }, now())
    return { device, isNew: true, transitions: settled }
  })
  metrics.count(transitions)
  return added
}

/** Throws `device-not-found` for another visitor's too. */
export async function removeDevice({ db, metrics }: DeviceDeps, email: string, id: string): Promise<void> {
  const transitions = await db.transaction(async (tx) => {
    if (!(await deleteDevice(tx, hashAddress(email), id))) throw notFound('device')
    return settle(tx, await endPushesTo(tx, [id]))
  })
  metrics.count(transitions)
}

/** Finds the visitor's device with this endpoint. Throws `device-not-found`. */
export async function findCurrentDevice(db: Database, email: string, endpointHash: string): Promise<string> {
  const found = await findDeviceByEndpoint(db, endpointHash)
  const emailHash = hashAddress(email)
  if (found?.emailHash !== emailHash || !(await hasDevice(db, emailHash, found.id))) throw notFound('device')
  return found.id
}

/**
 * A browser has another endpoint than before. It shows by the old one, which is its secret, which device it is; one that we do
 * not know is passed over.
 */
export async function renewDevice(
  { db, metrics }: DeviceDeps,
  oldEndpointHash: string,
  endpoint: PushEndpoint,
): Promise<void> {
  const transitions = await db.transaction(async (tx) => {
    await lockForInserts(tx)
    const found = await findDeviceByEndpoint(tx, oldEndpointHash)
    if (!found) return []
    await lockForAdding(tx, endpoint.endpointHash, found.emailHash)
    // Another renewal of the same browser, or its removal, may have come first.
    const device = await lockDeviceByEndpoint(tx, oldEndpointHash)
    if (!device) return []
    const twin = await findDeviceByEndpoint(tx, endpoint.endpointHash)
    const isOther = twin !== null && twin.id !== device.id
    const ended = isOther && (await deleteDevice(tx, twin.emailHash, twin.id)) ? [twin.id] : []
    await saveEndpoint(tx, device.id, endpoint, null)
    return settle(tx, await endPushesTo(tx, ended))
  })
  metrics.count(transitions)
}

export async function chooseReplacesEmail(
  db: Database,
  email: string,
  replacesEmail: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForInserts(tx)
    await saveReplacesEmail(tx, hashAddress(email), replacesEmail)
  })
}
