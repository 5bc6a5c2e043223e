import { reauthentication, sessionList } from '@walkon/contracts/http/identity'
import { problems } from '@walkon/contracts/http/problem'
import { dataExportRoutes } from '@walkon/service/data-export'
import { notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { Settings } from '../config.ts'
import { deleteSession, listSessions, type SessionRow } from '../db/sessions.ts'
import type { SessionLife } from '../domain/session-life.ts'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { deleteAccount } from '../use-cases/accounts/delete-account.ts'
import { endLinks } from '../use-cases/mail-links/end-links.ts'
import { listDataOfUser, listSignInNumbers } from '../use-cases/accounts/list-data.ts'
import type { Limits } from '../limits/attempts.ts'
import type { ProofDeps } from '../use-cases/accounts/prove-owner.ts'

export type AccountRoutes = ProofDeps & {
  browser: BrowserSessions
  limits: Limits
  settings: Settings
  currentSession: CurrentSession
  life: () => SessionLife
}

const sessions = {
  summary: 'List the sessions of the account',
  operationId: 'listSessions',
  tags: ['sessions'],
  success: 'The sessions that are alive, the last used first; `current` marks the one of the request.',
  response: { 200: sessionList, ...problems('bad_origin') },
}
const sessionEnd = {
  summary: 'End a session of the account',
  operationId: 'endSession',
  tags: ['sessions'],
  success: 'The session is ended.',
  params: z.object({ sessionId: z.uuid() }),
  response: { 204: z.null(), ...problems('bad_origin', 'session-not-found') },
}
const linksEnd = {
  summary: 'End the links of all mails to the account so far',
  operationId: 'endLinks',
  tags: ['account'],
  success: 'No link of an earlier mail opens the alerts any more. The next mail has one that does.',
  response: { 204: z.null(), ...problems('bad_origin') },
}
const deletion = {
  summary: 'Delete the account',
  operationId: 'deleteAccount',
  tags: ['account'],
  success: 'The account is deleted; each service erases what it stores about it.',
  body: reauthentication,
  response: {
    204: z.null(),
    ...problems('bad_origin', 'over_request_rate_limit', 'reauthentication-failed', 'last-admin'),
  },
}

/** Routes for which GoTrue has no call: the sessions, the data export and the deletion of an account. */
export async function accountRoutes(app: HttpApp, options: AccountRoutes): Promise<void> {
  const { db, browser, currentSession, life, now } = options
  const config = { access: 'account' } as const
  // No cache may store an answer about a person.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/sessions', { config, schema: sessions }, async (request) => {
    const { user, session } = await currentSession(request)
    const rows = await listSessions(db, user.id, life())
    return rows.map((row) => toSessionView(row, session.id))
  })

  app.delete('/sessions/:sessionId', { config, schema: sessionEnd }, async (request, reply) => {
    const { user, session } = await currentSession(request)
    const { sessionId } = request.params
    if (!(await deleteSession(db, user.id, sessionId))) throw notFound('session')
    if (sessionId === session.id) browser.clear(request, reply)
    return reply.code(204).send(null)
  })

  app.post('/account/links/end', { config, schema: linksEnd }, async (request, reply) => {
    const { user } = await currentSession(request)
    await db.transaction((tx) => endLinks(tx, user, now()))
    return reply.code(204).send(null)
  })

  app.register(dataExportRoutes, {
    codes: ['bad_origin'],
    listDataOf: async (_account, request) => {
      const { user, session } = await currentSession(request)
      return listDataOfUser(options, user.id, session.id)
    },
    listOwnNumbers: ({ userId }) => listSignInNumbers(db, userId),
  })

  app.post('/account/deletion', { config, schema: deletion }, async (request, reply) => {
    const { user, session } = await currentSession(request)
    await deleteAccount(options, user, session, { ...request.body, ...browser.askerOf(request, user.id) })
    browser.clear(request, reply)
    return reply.code(204).send(null)
  })
}

const toSessionView = (row: SessionRow, currentId: string) => ({
  id: row.id,
  current: row.id === currentId,
  device: row.device,
  signedInAt: row.createdAt.toISOString(),
  lastUsedAt: row.refreshedAt.toISOString(),
})
