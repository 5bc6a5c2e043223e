import cookie from '@fastify/cookie'
import { defineService } from '@walkon/runtime/service'
import { AppError, unauthorized } from '@walkon/service/errors'
import { allowEmptyJson } from './empty-json.ts'
import { createBrowserSessions } from './browser-sessions.ts'
import { identitySettings } from './config.ts'
import { readCurrentSession } from './current-session.ts'
import { migrationsFolder } from './db/migrations.ts'
import { createGoTrueErrors, gone } from './gotrue-errors.ts'
import { answerMailRequests } from './jobs/answer-mail-requests.ts'
import { forgetExpired } from './jobs/forget-expired.ts'
import { rotateSigningKeys } from './jobs/rotate-signing-keys.ts'
import { createLimits } from './limits.ts'
import { createMailAsking } from './mail-asking.ts'
import { createMailLinks } from './mail-links.ts'
import { createPasswords } from './passwords.ts'
import { accountRoutes } from './routes/account.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { factorRoutes } from './routes/factors.ts'
import { mailRoutes } from './routes/mails.ts'
import { signUpRoutes } from './routes/sign-up.ts'
import { tokenRoutes } from './routes/token.ts'
import { userAdministration } from './routes/users.ts'
import { userRoutes } from './routes/user.ts'
import { verifyRoutes } from './routes/verify.ts'
import { createMac, createSealing } from './sealing.ts'
import { createSessionIssuing } from './session-issuing.ts'
import { createSigningKeys } from './signing-keys.ts'

/** Accounts, sessions and roles, on the wire format of GoTrue. */
export const identity = defineService({
  name: 'identity',
  settings: identitySettings,
  migrationsFolder,
  build({ settings, db, cache, metrics, now, createApp }) {
    const keys = settings.IDENTITY_KEYS
    const signingKeys = createSigningKeys({ db, sealing: createSealing('signing-key', keys), settings, now })
    const app = createApp({ findPrivateKey: async () => (await signingKeys.current()).privateKey })
    app.register(cookie)
    const limits = createLimits(cache, settings, now)
    const passwords = createPasswords({ concurrency: settings.HASH_CONCURRENCY, queue: settings.HASH_QUEUE })
    const mailLinks = createMailLinks(settings, createMac('one-time-code', keys), now)
    const mailAsking = createMailAsking(db, settings, now)
    const browser = createBrowserSessions(settings, createMac('known-device', keys))
    const refreshMac = createMac('refresh-token', keys)
    const sessions = createSessionIssuing({ app, db, settings, signingKeys, refreshMac, now })
    const { life } = sessions
    const goTrueErrors = createGoTrueErrors(metrics)
    const shared = { db, settings, limits, passwords, mailLinks, mailAsking, browser, sessions, life, now }

    app.register(
      async (auth) => {
        auth.setErrorHandler(goTrueErrors)
        auth.setNotFoundHandler(() => {
          throw new AppError(404, 'not_found', 'There is nothing at this address')
        })
        allowEmptyJson(auth)
        auth.addHook('onRequest', async (request) => browser.checkOrigin(request))
        const currentSession = readCurrentSession(db, life, gone)
        const options = { ...shared, currentSession, sealing: createSealing('totp-secret', keys) }
        auth.register(signUpRoutes, options)
        auth.register(tokenRoutes, options)
        auth.register(verifyRoutes, options)
        auth.register(mailRoutes, options)
        auth.register(userRoutes, options)
        auth.register(factorRoutes, options)
        auth.register(discoveryRoutes, options)
      },
      { prefix: '/auth/v1' },
    )
    app.register(async (own) => {
      own.addHook('onRequest', async (request) => browser.checkOrigin(request))
      const currentSession = readCurrentSession(db, life, unauthorized)
      own.register(accountRoutes, { ...shared, currentSession })
      own.register(userAdministration, shared)
    })

    return {
      app,
      handlers: [],
      jobs: [
        answerMailRequests({ db, settings, mailLinks, now }),
        rotateSigningKeys(signingKeys),
        forgetExpired({ db, life }),
      ],
      // Whoever is answered needs a key to have signed with.
      parts: [{ name: 'signing key', start: () => signingKeys.rotate(), stop: async () => {} }],
    }
  },
})
