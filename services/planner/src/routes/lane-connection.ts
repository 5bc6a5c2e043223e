import {
  invitationToken,
  laneConnection,
  laneSale,
  laneSubscription,
  linkedInvitation,
  newInvitation,
  newLaneSale,
  sentInvitation,
} from '@walkon/contracts/http/lightning-lane'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { requireOpenGate } from '../http/require-open-gate.ts'
import {
  answerInvitation,
  describeInvitation,
  disconnectLane,
  readConnection,
  sendInvitation,
  type ConnectDeps,
} from '../use-cases/lanes/connect-lane.ts'
import { openLaneSale, type LaneSaleDeps } from '../use-cases/lanes/open-lane-sale.ts'
import { readSubscription } from '../use-cases/lanes/list-offerings.ts'
import type { Gates } from '../use-cases/open-gates.ts'

const tags = ['lightning-lane']
const account = { access: 'account' } as const
const open = { access: 'public' } as const

const connection = {
  summary: 'Check the Disney connection of the account',
  operationId: 'checkDisneyConnection',
  tags,
  success: 'The newest invitation, and whether it has been answered.',
  response: { 200: laneConnection, ...problems('gate-closed') },
}
const disconnection = {
  summary: 'End the Disney connection of the account',
  operationId: 'endDisneyConnection',
  tags,
  success: 'The account is not connected any more, and no invitation waits.',
  response: { 204: z.null(), ...problems('gate-closed') },
}
const invitation = {
  summary: 'Mail an invitation to connect',
  operationId: 'sendDisneyInvitation',
  tags,
  success:
    'The invitation is on its way; an earlier one works no more. No password of a park operator is involved.',
  body: newInvitation,
  response: {
    201: sentInvitation,
    ...problems('gate-closed', 'address-not-allowed', 'too-many-requests', 'address-mailed-enough'),
  },
}
const link = {
  summary: 'Read what the link of an invitation is for',
  operationId: 'readDisneyInvitation',
  tags,
  success: 'Whether it has been answered, and until when it can be. Nothing is changed.',
  body: invitationToken,
  response: { 200: linkedInvitation, ...problems('lane-invitation-invalid', 'lane-invitation-expired') },
}
const answer = {
  summary: 'Answer an invitation',
  operationId: 'answerDisneyInvitation',
  tags,
  success: 'The account that sent it is connected; the same again changes nothing.',
  body: invitationToken,
  response: { 200: linkedInvitation, ...problems('lane-invitation-invalid', 'lane-invitation-expired') },
}
const sale = {
  summary: 'Ask for the key of a Lightning Lane Assist day',
  operationId: 'vouchForLightningLaneSale',
  tags,
  success: 'The key with which billing sells the account a day at this park; it works for five minutes.',
  body: newLaneSale,
  response: {
    200: laneSale,
    ...problems('gate-closed', 'park-not-found', 'lane-times-unpublished', 'lane-connection-required'),
  },
}
const subscription = {
  summary: 'Check the Lightning Lane Assist day of the account',
  operationId: 'checkLightningLaneSubscription',
  tags,
  success: 'Whether a paid day runs now, and when what is paid ends.',
  response: { 200: laneSubscription, ...problems('gate-closed') },
}

/** The invitation that connects an account, and its paid day. The link of a mail works without an account, also while the gate is closed. */
export async function laneConnectionRoutes(
  app: HttpApp,
  { gates, ...deps }: ConnectDeps & LaneSaleDeps & { gates: Gates },
): Promise<void> {
  const preHandler = requireOpenGate(gates, 'lightning-lane')
  const gated = { config: account, preHandler }

  app.get('/lightning-lane/connection', { ...gated, schema: connection }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readConnection(deps, accountOf(request).userId)
  })
  app.delete('/lightning-lane/connection', { ...gated, schema: disconnection }, async (request, reply) => {
    await disconnectLane(deps, accountOf(request).userId)
    return reply.code(204).send(null)
  })
  app.post('/lightning-lane/invitations', { ...gated, schema: invitation }, async (request, reply) => {
    const asker = { account: accountOf(request), client: request.ip }
    const sent = await sendInvitation(deps, asker, request.body.invitedEmail)
    return reply.code(201).send(sent)
  })
  app.post('/lightning-lane/invitations/link', { config: open, schema: link }, (request) =>
    describeInvitation(deps, request.body.token),
  )
  app.post('/lightning-lane/invitations/answer', { config: open, schema: answer }, (request) =>
    answerInvitation(deps, request.body.token),
  )
  app.post('/lightning-lane/sales', { ...gated, schema: sale }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return openLaneSale(deps, accountOf(request).userId, request.body.parkId)
  })
  app.get('/lightning-lane/subscription', { ...gated, schema: subscription }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readSubscription(deps, accountOf(request).userId)
  })
}
