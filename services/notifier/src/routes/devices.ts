import { problems } from '@walkon/contracts/http/problem'
import {
  currentDevice,
  device,
  deviceId,
  deviceList,
  newDevice,
  pushPreference,
} from '@walkon/contracts/http/push'
import { callerOf } from '@walkon/service/access'
import { createAccountLimit } from '@walkon/service/account-limit'
import { createAttemptLimit } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import {
  addDevice,
  chooseReplacesEmail,
  findCurrentDevice,
  removeDevice,
  showDevices,
  type DeviceDeps,
} from '../use-cases/push/keep-devices.ts'
import { hashEndpoint, toPushEndpoint } from '../use-cases/push/read-endpoint.ts'
import { testDevice } from '../use-cases/push/test-device.ts'

export type DeviceOptions = DeviceDeps & {
  cache: Cache
  now: () => Date
  testOrigins: string[]
  /** The limit for one address. */
  addedPerHour: number
}

const config = { access: 'caller' } as const
const tags = ['devices']
const params = z.object({ id: z.uuid() })

const list = {
  summary: 'List the devices of the caller that push notifications go to',
  operationId: 'listDevices',
  tags,
  success: 'The devices, the oldest first, and whether push replaces the email.',
  response: { 200: deviceList },
}
const adding = {
  summary: 'Add a browser to the devices of the caller, or renew it',
  operationId: 'addDevice',
  tags,
  success: 'The device; 200 where the caller had it already.',
  body: newDevice,
  response: {
    200: device,
    201: device,
    ...problems('invalid-request', 'push-endpoint-refused', 'too-many-devices', 'too-many-requests'),
  },
}
const finding = {
  summary: 'Tell which device of the caller a browser is',
  operationId: 'findCurrentDevice',
  tags,
  success: 'The id of the device with this endpoint.',
  body: currentDevice,
  response: { 200: deviceId, ...problems('device-not-found') },
}
const removing = {
  summary: 'Remove a device of the caller',
  operationId: 'removeDevice',
  tags,
  success: 'No notification goes there any more.',
  params,
  response: { 204: z.null(), ...problems('device-not-found') },
}
const testing = {
  summary: 'Send a test notification to a device of the caller',
  operationId: 'testDevice',
  tags,
  success: 'The notification is on its way.',
  params,
  response: { 202: z.null(), ...problems('device-not-found', 'too-many-requests') },
}
const choosing = {
  summary: 'Choose whether push replaces the email of alerts',
  operationId: 'choosePushPreference',
  tags,
  success: 'The choice as it is kept.',
  body: pushPreference,
  response: { 200: pushPreference },
}

/** The caller's own devices. */
export async function deviceRoutes(app: HttpApp, options: DeviceOptions): Promise<void> {
  const { db, cache, now } = options
  const limits = createAttemptLimit(cache, now)
  const perHour = { limit: options.addedPerHour, windowSeconds: 3_600 }
  const newDeviceLimit = createAccountLimit({ cache, now }, 'new-device', perHour)

  app.get('/devices', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return showDevices(db, callerOf(request).email)
  })

  app.post('/devices', { config, schema: adding }, async (request, reply) => {
    const { name, ...subscription } = request.body
    const endpoint = toPushEndpoint(subscription, options)
    const added = await addDevice({ ...options, newDeviceLimit }, callerOf(request).email, name, endpoint)
    return reply.code(added.isNew ? 201 : 200).send(added.device)
  })

  app.post('/devices/current', { config, schema: finding }, async (request) => ({
    id: await findCurrentDevice(db, callerOf(request).email, hashEndpoint(request.body.endpoint)),
  }))

  app.delete('/devices/:id', { config, schema: removing }, async (request, reply) => {
    await removeDevice(options, callerOf(request).email, request.params.id)
    return reply.code(204).send(null)
  })

  app.post('/devices/:id/test', { config, schema: testing }, async (request, reply) => {
    await testDevice({ db, limits, now }, callerOf(request).email, request.params.id)
    return reply.code(202).send(null)
  })

  app.put('/push/preference', { config, schema: choosing }, async (request) => {
    const { replacesEmail } = request.body
    await chooseReplacesEmail(db, callerOf(request).email, replacesEmail)
    return { replacesEmail }
  })
}
