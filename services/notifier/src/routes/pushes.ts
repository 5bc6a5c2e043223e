import { problems } from '@walkon/contracts/http/problem'
import { pushKey, pushReply, renewedDevice, shownPush } from '@walkon/contracts/http/push'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { VapidKeys } from '../clients/web-push.ts'
import { recordPushReply, recordShown, type HearDeps } from '../use-cases/push/hear-devices.ts'
import { renewDevice } from '../use-cases/push/keep-devices.ts'
import { hashEndpoint, toPushEndpoint } from '../use-cases/push/read-endpoint.ts'

export type PushOptions = HearDeps & { vapidKeys: () => Promise<VapidKeys>; testOrigins: string[] }

const config = { access: 'public' } as const

const key = {
  summary: 'Show the key that browsers subscribe with',
  operationId: 'getPushKey',
  tags: ['devices'],
  success: 'The public half of the VAPID key.',
  response: { 200: pushKey },
}
const renewing = {
  summary: 'Tell the new endpoint of a browser, by the one that it had',
  operationId: 'renewDevice',
  tags: ['devices'],
  success: 'The device has the new endpoint, if there is one with the old.',
  body: renewedDevice,
  response: { 204: z.null(), ...problems('invalid-request', 'push-endpoint-refused') },
}
const showing = {
  summary: 'Tell that a notification was shown',
  operationId: 'recordShownPush',
  tags: ['pushes'],
  success: 'The notification is delivered, if the token is of one.',
  body: shownPush,
  response: { 204: z.null() },
}
const replying = {
  summary: 'Press a button of a notification',
  operationId: 'replyToPush',
  tags: ['pushes'],
  success: 'Its rides are silent for the day, or all of them for a while.',
  body: pushReply,
  response: { 204: z.null(), ...problems('push-reply-ended') },
}

/** Routes for service workers. They have no account: a token of the notification, or the old endpoint, speaks for them. */
export async function pushRoutes(app: HttpApp, options: PushOptions): Promise<void> {
  app.get('/push/key', { config, schema: key }, async () => ({
    publicKey: (await options.vapidKeys()).publicKey,
  }))

  app.post('/devices/renewed', { config, schema: renewing }, async (request, reply) => {
    const { oldEndpoint, ...subscription } = request.body
    const endpoint = toPushEndpoint(subscription, options)
    await renewDevice(options, hashEndpoint(oldEndpoint), endpoint)
    return reply.code(204).send(null)
  })

  app.post('/pushes/shown', { config, schema: showing }, async (request, reply) => {
    await recordShown(options, request.body.token)
    return reply.code(204).send(null)
  })

  app.post('/pushes/replies', { config, schema: replying }, async (request, reply) => {
    await recordPushReply(options, request.body)
    return reply.code(204).send(null)
  })
}
