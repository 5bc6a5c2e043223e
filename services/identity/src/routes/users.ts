import { deskAct } from '@walkon/contracts/http/desk'
import { role, staffList, userList } from '@walkon/contracts/http/identity'
import { problems } from '@walkon/contracts/http/problem'
import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { visitorDeskRoutes } from '@walkon/runtime/visitor-desk'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findAccounts } from '../db/found-users.ts'
import { listStaff } from '../db/roles.ts'
import { findUserByEmail, type UserRow } from '../db/users.ts'
import type { SessionLife } from '../domain/session-life.ts'
import { displayNameOf } from '../domain/user-metadata.ts'
import { emailAddress } from '../http/auth-fields.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { demandAdmin, demandSupport } from '../use-cases/roles/demand-admin.ts'
import { listDataOfUser } from '../use-cases/accounts/list-data.ts'
import { endSessions } from '../use-cases/sessions/end-sessions.ts'
import { grantRole } from '../use-cases/roles/grant-role.ts'
import { lookUpUser } from '../use-cases/accounts/look-up-user.ts'
import { removeFactors } from '../use-cases/factors/remove-factors.ts'
import { revokeRole } from '../use-cases/roles/revoke-role.ts'

const lookUp = {
  summary: 'Find the user of an address',
  operationId: 'findUsers',
  tags: ['users'],
  success: 'The user with roles, or an empty list.',
  body: z.object({ email: emailAddress }),
  response: { 200: userList, ...problems('bad_origin') },
}
const staffOf = {
  summary: 'List the accounts that have a role',
  operationId: 'listStaff',
  tags: ['users'],
  success: 'Each account that has a role now, with its roles.',
  response: { 200: staffList, ...problems('bad_origin') },
}
const params = z.object({ userId: z.uuid() })
const roleParams = params.extend({ role })
const changed = { 204: z.null(), ...problems('bad_origin', 'user-not-found') }
const grant = {
  summary: 'Grant a role to a user',
  operationId: 'grantRole',
  tags: ['users'],
  success: 'The user has the role.',
  params: roleParams,
  response: changed,
}
const revocation = {
  summary: 'Revoke a role of a user',
  operationId: 'revokeRole',
  tags: ['users'],
  success: 'The user does not have the role.',
  params: roleParams,
  response: { 204: z.null(), ...problems('bad_origin', 'last-admin') },
}
const sessionsEnd = {
  summary: 'Sign a user out everywhere',
  operationId: 'endSessions',
  tags: ['support-desk'],
  success: 'The sessions of the user are ended.',
  params,
  body: deskAct,
  response: { 204: z.null(), ...problems('bad_origin', 'user-not-found', 'own-account', 'staff-account') },
}
const factorRemoval = {
  summary: 'Remove the second factors of a user',
  operationId: 'removeFactors',
  tags: ['users'],
  success: 'The user has no second factor.',
  params,
  response: { 204: z.null(), ...problems('bad_origin', 'user-not-found', 'own-account') },
}

export type UserAdministration = {
  db: Database
  now: () => Date
  currentSession: CurrentSession
  life: () => SessionLife
}

/** The look-ups of accounts by the support desk. */
function registerDesk(app: HttpApp, options: UserAdministration): void {
  const { db, currentSession } = options
  app.register(visitorDeskRoutes, {
    db,
    now: options.now,
    codes: ['bad_origin'],
    demandStaff: async (request) => void (await demandSupport(db, (await currentSession(request)).user.id)),
    findVisitors: (sought, limit) => findAccounts(db, sought, limit),
    accounts: { findAccount: async (email) => (await findUserByEmail(db, email))?.id ?? null },
    listDataOf: ({ userId }) => listDataOfUser(options, userId),
  })
}

/**
 * An admin's views and decisions of users: their roles, and the way back for a user who lost their second factor. The other services hear
 * of a role by UserRolesChanged.
 */
export async function userAdministration(app: HttpApp, options: UserAdministration): Promise<void> {
  const { db, currentSession } = options
  const config = { access: 'admin' } as const
  const lasting = { access: 'proven-admin' } as const

  app.post('/users/look-up', { config, schema: lookUp }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { user: admin } = await currentSession(request)
    const found = await lookUpUser(options, admin.id, request.body.email)
    return found ? [{ ...toListedUser(found.user), roles: found.roles }] : []
  })

  app.get('/staff', { config, schema: staffOf }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await demandAdmin(db, (await currentSession(request)).user.id)
    return listStaff(db)
  })

  app.register(adminActionRoutes, {
    db,
    codes: ['bad_origin'],
    demandAdmin: async (request) => demandAdmin(db, (await currentSession(request)).user.id),
  })

  registerDesk(app, options)

  app.post(
    '/users/:userId/sessions/end',
    { config: { access: 'support' }, schema: sessionsEnd },
    async (request, reply) => {
      const { user: staff } = await currentSession(request)
      await endSessions(options, staff.id, request.params.userId, request.body.reason)
      return reply.code(204).send(null)
    },
  )

  app.put('/users/:userId/roles/:role', { config: lasting, schema: grant }, async (request, reply) => {
    const { userId, role: granted } = request.params
    const { user: admin } = await currentSession(request)
    await grantRole(options, admin.id, userId, granted)
    return reply.code(204).send(null)
  })

  app.delete(
    '/users/:userId/roles/:role',
    { config: lasting, schema: revocation },
    async (request, reply) => {
      const { userId, role: revoked } = request.params
      const { user: admin } = await currentSession(request)
      await revokeRole(options, admin.id, userId, revoked)
      return reply.code(204).send(null)
    },
  )

  app.delete('/users/:userId/factors', { config: lasting, schema: factorRemoval }, async (request, reply) => {
    const { userId } = request.params
    const { user: admin } = await currentSession(request)
    await removeFactors(options, admin.id, userId)
    return reply.code(204).send(null)
  })
}

function toListedUser({ id, email, userMetadata, createdAt, lastSignInAt }: UserRow) {
  return {
    id,
    email,
    displayName: displayNameOf(userMetadata),
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}
