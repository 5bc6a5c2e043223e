import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { readUserDetails } from '../db/user-details.ts'
import { toUserView } from '../domain/user-view.ts'
import { emailAddress, metadata, password, proof } from '../http/auth-fields.ts'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { refusals } from '../http/declared-refusals.ts'
import { userAnswer } from '../http/gotrue-answers.ts'
import { changeUser, type UserChangeDeps } from '../use-cases/accounts/change-user.ts'
import { signOut } from '../use-cases/sessions/sign-out.ts'

export type UserRoutes = UserChangeDeps & { browser: BrowserSessions; currentSession: CurrentSession }

const change = proof.extend({
  email: z.optional(emailAddress),
  phone: z.string().optional(),
  password: password.optional(),
  data: metadata.optional(),
})

const logout = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') })

const own = {
  summary: 'Read the user of the session',
  operationId: 'readUser',
  tags: ['account'],
  success: 'The user with identities and factors.',
  response: { 200: userAnswer },
}
const changeCall = {
  summary: 'Change the address, password or data of the user',
  operationId: 'changeUser',
  tags: ['account'],
  success: 'The user after the change. A new address counts once it is confirmed.',
  body: change,
  response: {
    200: userAnswer,
    ...refusals(
      'phone_provider_disabled',
      'weak_password',
      'same_password',
      'invalid-user-data',
      'address-not-allowed',
      'reauthentication_needed',
      'reauthentication_not_valid',
      'over_request_rate_limit',
      'over_email_send_rate_limit',
    ),
  },
}
const logoutCall = {
  summary: 'Sign out of this session, the others or all',
  operationId: 'signOut',
  tags: ['sessions'],
  success: 'The sessions are ended.',
  querystring: logout,
  response: { 204: z.null() },
}

/** `GET /user`, `PUT /user`, `POST /logout`. */
export async function userRoutes(app: HttpApp, options: UserRoutes): Promise<void> {
  const { db, browser, currentSession, now } = options
  // No cache may store an answer about a person.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/user', { config: { access: 'first-factor' }, schema: own }, async (request) => {
    const { user } = await currentSession(request)
    return toUserView(await readUserDetails(db, user, now()))
  })

  app.put('/user', { config: { access: 'account' }, schema: changeCall }, async (request) => {
    const { user, session } = await currentSession(request)
    const { email, phone, data, nonce, password: chosen, current_password: currentPassword } = request.body
    if (phone) throw new AppError('phone_provider_disabled', 'Phone numbers are not kept')
    const changed = await changeUser(options, user, session, {
      ...browser.askerOf(request, user.id),
      email,
      password: chosen,
      currentPassword,
      nonce,
      data,
    })
    return toUserView(await readUserDetails(db, changed, now()))
  })

  app.post('/logout', { config: { access: 'first-factor' }, schema: logoutCall }, async (request, reply) => {
    const { user, session } = await currentSession(request)
    const { scope } = request.query
    await signOut(options, user, session, scope)
    if (scope !== 'others') browser.clear(request, reply)
    return reply.code(204).send(null)
  })
}
