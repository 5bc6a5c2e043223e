import { role, userList } from '@walkon/contracts/http/identity'
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

const querystring = z.object({ email: emailAddress })
const params = z.object({ userId: z.uuid() })
const roleParams = params.extend({ role })

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

  app.get(
    '/users',
    { config, schema: { querystring, response: { 200: userList } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await demandAdmin(db, accountOf(request).userId)
      const user = await findUserByEmail(db, request.query.email)
      audit(request, 'look-up', user?.id ?? null)
      return user ? [{ ...toListedUser(user), roles: await listRoles(db, user.id) }] : []
    },
  )

  const roleRoute = { config, schema: { params: roleParams } }

  app.put('/users/:userId/roles/:role', roleRoute, async (request, reply) => {
    const { userId, role: granted } = request.params
    await grantRole(options, accountOf(request).userId, userId, granted)
    audit(request, `grant-${granted}`, userId)
    return reply.code(204).send()
  })

  app.delete('/users/:userId/roles/:role', roleRoute, async (request, reply) => {
    const { userId, role: revoked } = request.params
    await revokeRole(db, accountOf(request).userId, userId, revoked)
    audit(request, `revoke-${revoked}`, userId)
    return reply.code(204).send()
  })

  app.delete('/users/:userId/factors', { config, schema: { params } }, async (request, reply) => {
    const { userId } = request.params
    await removeFactors(options, accountOf(request).userId, userId)
    audit(request, 'remove-factors', userId)
    return reply.code(204).send()
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
