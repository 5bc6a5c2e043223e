import { dataExport } from '@walkon/contracts/http/data-export'
import { reauthentication, sessionList } from '@walkon/contracts/http/identity'
import type { Database } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { deleteAccount } from '../account-deletion.ts'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { CurrentSession } from '../current-session.ts'
import { deleteSession, listSessions, type SessionLife, type SessionRow } from '../db/sessions.ts'
import type { Limits } from '../limits.ts'
import { isStillThem, type UserChangeDeps } from '../user-changes.ts'
import { readUserDetails } from '../db/user-details.ts'
import { toUserView } from '../user-view.ts'

export type AccountRoutes = Pick<UserChangeDeps, 'db' | 'passwords' | 'mailLinks' | 'now'> & {
  db: Database
  browser: BrowserSessions
  limits: Limits
  currentSession: CurrentSession
  life: () => SessionLife
}

const params = z.object({ sessionId: z.uuid() })

/** What GoTrue has no call for: where a user is signed in, what is kept of them, and the end of it. */
export async function accountRoutes(app: HttpApp, options: AccountRoutes): Promise<void> {
  const { db, browser, limits, currentSession, life, now } = options
  const config = { access: 'account' } as const
  // Nobody but the one who asks may keep the answer.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/sessions', { config, schema: { response: { 200: sessionList } } }, async (request) => {
    const { user, session } = await currentSession(request)
    const rows = await listSessions(db, user.id, life())
    return rows.map((row) => toSessionView(row, session.id))
  })

  app.delete('/sessions/:sessionId', { config, schema: { params } }, async (request, reply) => {
    const { user, session } = await currentSession(request)
    const { sessionId } = request.params
    if (!(await deleteSession(db, user.id, sessionId))) throw notFound('session')
    if (sessionId === session.id) browser.forget(request, reply)
    return reply.code(204).send()
  })

  app.get('/export', { config, schema: { response: { 200: dataExport } } }, async (request) => {
    const { user, session } = await currentSession(request)
    const { identities: _same, factors, ...account } = toUserView(await readUserDetails(db, user, now()))
    const rows = await listSessions(db, user.id, life())
    return {
      account: [account],
      secondFactors: factors,
      sessions: rows.map((row) => toSessionView(row, session.id)),
    }
  })

  app.post('/account/deletion', { config, schema: { body: reauthentication } }, async (request, reply) => {
    const { user } = await currentSession(request)
    await limits.signIn(request.ip, user.email, `user:${user.id}`)
    if (!(await isStillThem(options, user, request.body)))
      throw new AppError(403, 'reauthentication-failed', 'That is not right. Nothing was deleted.')
    await deleteAccount(db, user.id, now())
    browser.forget(request, reply)
    return reply.code(204).send()
  })
}

const toSessionView = (row: SessionRow, currentId: string) => ({
  id: row.id,
  current: row.id === currentId,
  device: row.device,
  signedInAt: row.createdAt.toISOString(),
  lastUsedAt: row.refreshedAt.toISOString(),
})
