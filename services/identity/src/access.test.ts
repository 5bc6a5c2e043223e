import { describeAccess } from '@walkon/testing/access-matrix'
import type { TestService } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { identity } from './app.ts'
import { insertRole } from './db/roles.ts'
import { insertSession } from './db/sessions.ts'
import { insertSignUp } from './db/sign-ups.ts'
import { insertUser } from './db/users.ts'
import { SETTINGS } from './testing/identity.ts'

/** Identity looks at the records behind a token, so a caller has an account, a session and its roles. */
async function createAccount({ db }: TestService, roles: ('moderator' | 'support' | 'admin')[]) {
  const [userId, sessionId, now] = [randomUUID(), randomUUID(), new Date()]
  const email = `${userId}@example.com`
  await db.transaction(async (tx) => {
    await insertUser(tx, { id: userId, email, emailConfirmedAt: now, createdAt: now, updatedAt: now })
    await insertSession(tx, {
      id: sessionId,
      userId,
      assurance: 'aal1',
      methods: [],
      device: 'Another app',
      createdAt: now,
      refreshedAt: now,
      endsAt: new Date(now.getTime() + 3_600_000),
    })
    for (const role of roles) await insertRole(tx, { userId, role, grantedBy: null, grantedAt: now })
  })
  return { email, userId, sessionId, roles }
}

const ofSomebody = async (running: TestService) => ({
  params: { userId: (await createAccount(running, [])).userId },
})

describeAccess(
  identity,
  {
    'POST /auth/v1/signup': 'public',
    'POST /auth/v1/token': 'public',
    'POST /auth/v1/verify': 'public',
    'GET /auth/v1/verify': 'public',
    'POST /auth/v1/recover': 'public',
    'POST /auth/v1/otp': 'public',
    'POST /auth/v1/resend': 'public',
    'GET /auth/v1/.well-known/jwks.json': 'public',
    'GET /auth/v1/settings': 'public',
    'GET /auth/v1/health': 'public',
    'GET /auth/v1/authorize': 'public',
    'POST /auth/v1/authorize': 'public',
    'GET /auth/v1/sso': 'public',
    'POST /auth/v1/sso': 'public',
    'GET /auth/v1/callback': 'public',
    'POST /auth/v1/callback': 'public',

    'GET /auth/v1/user': 'first-factor',
    'POST /auth/v1/logout': 'first-factor',
    'POST /auth/v1/factors/:factorId/challenge': 'first-factor',
    'POST /auth/v1/factors/:factorId/verify': 'first-factor',

    'PUT /auth/v1/user': 'account',
    'GET /auth/v1/reauthenticate': 'account',
    'POST /auth/v1/factors': 'account',
    'DELETE /auth/v1/factors/:factorId': 'account',

    'GET /sessions': 'account',
    'POST /account/links/end': 'account',
    'DELETE /sessions/:sessionId': 'account',
    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
    'POST /account/deletion': 'account',
    'GET /numbers': 'account',
    'PUT /sign-in-number': 'account',
    'DELETE /sign-in-number': 'account',

    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /staff': 'admin',
    'POST /users/look-up': 'admin',
    'POST /users/:userId/sessions/end': 'support',
    'POST /visitors/find': 'support',
    'POST /visitors/read': 'support',
    'POST /visitors/confirm': 'proven-admin',
    'POST /visitors/erase': 'proven-admin',
    'PUT /users/:userId/roles/:role': 'proven-admin',
    'DELETE /users/:userId/roles/:role': 'proven-admin',
    'DELETE /users/:userId/factors': 'proven-admin',
  },
  {
    env: SETTINGS,
    params: { role: 'moderator' },
    acts: {
      'PUT /users/:userId/roles/:role': ofSomebody,
      'DELETE /users/:userId/roles/:role': ofSomebody,
      'DELETE /users/:userId/factors': ofSomebody,
      'POST /visitors/confirm': async ({ db }) => {
        const [id, createdAt] = [randomUUID(), new Date()]
        const email = `${id}@example.com`
        const expiresAt = new Date(createdAt.getTime() + 3_600_000)
        await insertSignUp(db, { id, email, passwordHash: null, userMetadata: {}, createdAt, expiresAt })
        return { payload: { email, reason: 'Shown by letter' } }
      },
      'POST /visitors/erase': async (running) => {
        const { email, userId } = await createAccount(running, [])
        return { payload: { email, userId, reason: 'Asked by letter' } }
      },
      'POST /users/:userId/sessions/end': async (running) => ({
        ...(await ofSomebody(running)),
        payload: { reason: 'A lost phone' },
      }),
    },
    createAccount,
    // GoTrue's words for `unauthorized`, `insufficient-aal` and `forbidden`.
    refusalCodes: ['no_authorization', 'bad_jwt', 'insufficient_aal', 'not_admin'],
  },
)
