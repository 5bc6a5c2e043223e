import { role, userList } from '@walkon/contracts/http/identity'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { listRoles } from '../db/roles.ts'
import { findUserByEmail, type UserRow } from '../db/users.ts'
import { emailAddress } from '../http/auth-fields.ts'
import { demandAdmin } from '../use-cases/demand-admin.ts'
import { grantRole } from '../use-cases/grant-role.ts'
import { removeFactors } from '../use-cases/remove-factors.ts'
import { revokeRole } from '../use-cases/revoke-role.ts'

const lookUp = {
  querystring: z.object({ email: emailAddress }),
  response: { 200: userList, ...problems('bad_origin') },
}
const params = z.object({ userId: z.uuid() })
const roleParams = params.extend({ role })
const changed = { 204: z.null(), ...problems('bad_origin', 'user-not-found') }
const grant = { params: roleParams, response: changed }
const revocation = {
  params: roleParams,
  response: { 204: z.null(), ...problems('bad_origin', 'last-admin') },
}
const factorRemoval = { params, response: changed }

/**
 * What admins see and decide of users: their roles, and the way back for a user who lost their second factor. Each
 * action leaves a line in the log. A token
 * carries its roles until it is refreshed: 15 minutes at most.
 */
export async function userAdministration(
  app: HttpApp,
  options: { db: Database; now: () => Date },
): Promise<void> {
  const { db } = options
  const config = { access: 'admin' } as const

  app.get('/users', { config, schema: lookUp }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await demandAdmin(db, accountOf(request).userId)
    const user = await findUserByEmail(db, request.query.email)
    audit(request, 'look-up', user?.id ?? null)
    return user ? [{ ...toListedUser(user), roles: await listRoles(db, user.id) }] : []
  })

  app.put('/users/:userId/roles/:role', { config, schema: grant }, async (request, reply) => {
    const { userId, role: granted } = request.params
    await grantRole(options, accountOf(request).userId, userId, granted)
    audit(request, `grant-${granted}`, userId)
    return reply.code(204).send(null)
  })

  app.delete('/users/:userId/roles/:role', { config, schema: revocation }, async (request, reply) => {
    const { userId, role: revoked } = request.params
    await revokeRole(db, accountOf(request).userId, userId, revoked)
    audit(request, `revoke-${revoked}`, userId)
    return reply.code(204).send(null)
  })

  app.delete('/users/:userId/factors', { config, schema: factorRemoval }, async (request, reply) => {
    const { userId } = request.params
    await removeFactors(options, accountOf(request).userId, userId)
    audit(request, 'remove-factors', userId)
    return reply.code(204).send(null)
  })
}

/** What an admin did to whose account, by ids alone. */
function audit(request: FastifyRequest, action: string, targetUserId: string | null): void {
  request.log.info({ adminId: accountOf(request).userId, action, targetUserId }, 'admin action')
}

function toListedUser({ id, email, userMetadata, createdAt, lastSignInAt }: UserRow) {
  const { display_name: name } = userMetadata
  return {
    id,
    email,
    displayName: typeof name === 'string' ? name : null,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}
