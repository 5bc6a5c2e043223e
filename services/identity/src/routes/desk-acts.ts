import { confirmAct, personAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { Settings } from '../config.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { findUserByEmail } from '../db/users.ts'
import { confirmByHand } from '../use-cases/accounts/confirm-by-hand.ts'
import { demandAdmin } from '../use-cases/roles/demand-admin.ts'
import { eraseVisitor } from '../use-cases/accounts/erase-visitor.ts'
import { listDataOfUser, listSignInNumbers, type DataDeps } from '../use-cases/accounts/list-data.ts'

const confirmation = {
  summary: 'Confirm the address of a sign-up by hand',
  operationId: 'confirmByHand',
  tags: ['support-desk'],
  success: 'The address has its account.',
  body: confirmAct,
  response: { 204: z.null(), ...problems('bad_origin', 'user-not-found') },
}
const erasure = {
  summary: 'Erase a person who asked for it in writing',
  operationId: 'eraseVisitor',
  tags: ['support-desk'],
  success: 'The account is deleted, and its plan ended; each service erases what it stores of the address.',
  body: personAct,
  response: { 204: z.null(), ...problems('bad_origin', 'user-not-found', 'own-account', 'last-admin') },
}

/** The acts of an admin for a person who asked for them in writing. */
export async function deskActRoutes(
  app: HttpApp,
  options: DataDeps & { settings: Settings; currentSession: CurrentSession },
): Promise<void> {
  const { db, currentSession } = options
  const config = { access: 'proven-admin' } as const

  app.register(visitorExportRoutes, {
    db,
    now: options.now,
    codes: ['bad_origin'],
    demandAdmin: async (request) => demandAdmin(db, (await currentSession(request)).user.id),
    accounts: { findAccount: async (email) => (await findUserByEmail(db, email))?.id ?? null },
    listDataOf: ({ userId }) => listDataOfUser(options, userId),
    listOwnNumbers: ({ userId }) => listSignInNumbers(db, userId),
  })

  app.post('/visitors/confirm', { config, schema: confirmation }, async (request, reply) => {
    const { user: admin } = await currentSession(request)
    await confirmByHand(options, admin.id, request.body)
    return reply.code(204).send(null)
  })

  app.post('/visitors/erase', { config, schema: erasure }, async (request, reply) => {
    const { user: admin } = await currentSession(request)
    await eraseVisitor(options, admin.id, request.body)
    return reply.code(204).send(null)
  })
}
