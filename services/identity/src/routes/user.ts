import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { CurrentSession } from '../current-session.ts'
import { deleteOtherSessions, deleteSession, deleteSessions } from '../db/sessions.ts'
import type { Limits } from '../limits.ts'
import { changeUser, type UserChangeDeps } from '../user-changes.ts'
import { readUserDetails } from '../db/user-details.ts'
import { toUserView } from '../user-view.ts'
import { emailAddress, metadata, password } from '../auth-fields.ts'

export type UserRoutes = UserChangeDeps & {
  db: Database
  browser: BrowserSessions
  limits: Limits
  currentSession: CurrentSession
}

const change = z.object({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  password: password.optional(),
  current_password: password.optional(),
  nonce: z.string().max(100).optional(),
  data: metadata.optional(),
})

const logout = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') })

/** `GET /user`, `PUT /user`, `POST /logout`. */
export async function userRoutes(app: HttpApp, options: UserRoutes): Promise<void> {
  const { db, browser, limits, currentSession, now } = options
  // Nobody but the one who asks may keep the answer.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/user', { config: { access: 'first-factor' } }, async (request) => {
    const { user } = await currentSession(request)
    return toUserView(await readUserDetails(db, user, now()))
  })

  app.put('/user', { config: { access: 'account' }, schema: { body: change } }, async (request) => {
    const { user, session } = await currentSession(request)
    const { email, phone, data, nonce, password: chosen, current_password: currentPassword } = request.body
    if (phone) throw new AppError(422, 'phone_provider_disabled', 'Phone numbers are not kept')
    if (chosen !== undefined) await limits.signIn(request.ip, user.email, `user:${user.id}`)
    if (email !== undefined && email !== user.email) await limits.mail(request.ip, 'email-change', email)
    const changed = await changeUser(options, user, session, {
      email,
      password: chosen,
      currentPassword,
      nonce,
      data,
    })
    return toUserView(await readUserDetails(db, changed, now()))
  })

  app.post(
    '/logout',
    { config: { access: 'first-factor' }, schema: { querystring: logout } },
    async (request, reply) => {
      const { user, session } = await currentSession(request)
      const { scope } = request.query
      if (scope === 'global') await deleteSessions(db, user.id)
      if (scope === 'local') await deleteSession(db, user.id, session.id)
      if (scope === 'others') await deleteOtherSessions(db, user.id, session.id)
      else browser.forget(request, reply)
      return reply.code(204).send()
    },
  )
}
