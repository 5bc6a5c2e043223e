import { role, userList } from '@walkon/contracts/http/identity'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { grantRole, listAdmins, listRoles, revokeRole } from '../db/roles.ts'
import { deleteFactors } from '../db/factors.ts'
import { deleteSessions } from '../db/sessions.ts'
import { findUser, findUserByEmail, lockUser } from '../db/users.ts'
import { tellOfChange } from '../mail-links.ts'
import { emailAddress } from '../auth-fields.ts'

const params = z.object({ userId: z.uuid() })
const roleParams = params.extend({ role })

/** What admins see and decide of users: who may do what, and the way back for somebody who lost their second factor. A token carries its roles until it is refreshed: 15 minutes at most. */
export async function userAdministration(
  app: HttpApp,
  { db, now }: { db: Database; now: () => Date },
): Promise<void> {
  const config = { access: 'admin' } as const

  app.get(
    '/users',
    { config, schema: { querystring: z.object({ email: emailAddress }), response: { 200: userList } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await stillAdmin(accountOf(request).userId)
      const user = await findUserByEmail(db, request.query.email)
      if (!user) return []
      const { display_name: name } = user.userMetadata
      return [
        {
          id: user.id,
          email: user.email,
          displayName: typeof name === 'string' ? name : null,
          roles: await listRoles(db, user.id),
          createdAt: user.createdAt.toISOString(),
          lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
        },
      ]
    },
  )

  app.put(
    '/users/:userId/roles/:role',
    { config, schema: { params: roleParams } },
    async (request, reply) => {
      const { userId: grantedBy } = accountOf(request)
      const { userId, role: granted } = request.params
      await stillAdmin(grantedBy)
      if (!(await findUser(db, userId))) throw notFound('user')
      await grantRole(db, { userId, role: granted, grantedBy, grantedAt: now() })
      return reply.code(204).send()
    },
  )

  app.delete(
    '/users/:userId/roles/:role',
    { config, schema: { params: roleParams } },
    async (request, reply) => {
      const { userId, role: revoked } = request.params
      await db.transaction(async (tx) => {
        const admins = await listAdmins(tx)
        if (!admins.includes(accountOf(request).userId)) throw notAdmin()
        if (revoked === 'admin' && admins.length === 1 && admins[0] === userId)
          throw new AppError(409, 'last-admin', 'Make somebody else an admin first')
        await revokeRole(tx, userId, revoked)
      })
      return reply.code(204).send()
    },
  )

  app.delete('/users/:userId/factors', { config, schema: { params } }, async (request, reply) => {
    const { userId } = request.params
    await stillAdmin(accountOf(request).userId)
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) throw notFound('user')
      if ((await deleteFactors(tx, userId)) === 0) return
      // Whoever had taken the account over is out as well; the owner has the password, or the mailbox.
      await deleteSessions(tx, userId)
      await tellOfChange(tx, user.email, 'second-factor-off', now())
    })
    return reply.code(204).send()
  })

  /** What gives rights away looks at the record itself, not at a token that may be minutes old. */
  async function stillAdmin(userId: string): Promise<void> {
    const roles = await listRoles(db, userId)
    if (!roles.includes('admin')) throw notAdmin()
  }
}

const notAdmin = () => new AppError(403, 'forbidden', 'You need admin privileges')
