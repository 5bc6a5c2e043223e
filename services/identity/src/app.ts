import cookie from '@fastify/cookie'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService, type Deps } from '@walkon/runtime/service'
import { AppError, unauthorized } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { countLimitsHit } from '@walkon/service/limits-hit'
import { identitySettings, type Settings } from './config.ts'
import { migrationsFolder } from './db/migrations.ts'
import { toSessionLife } from './domain/session-life.ts'
import { createBrowserSessions } from './http/browser-sessions.ts'
import { readCurrentSession } from './http/current-session.ts'
import { allowEmptyJson } from './http/empty-json.ts'
import { declareRefusals } from './http/declared-refusals.ts'
import { createGoTrueErrors } from './http/gotrue-errors.ts'
import { createOwnSignUps } from './http/own-sign-ups.ts'
import { createTokenSigner } from './http/token-signer.ts'
import { onNumberConfirmationsChanged } from './consumers/number-confirmations-changed.ts'
import { createAnswerTextRequests } from './jobs/answer-text-requests.ts'
import { createAnswerMailRequests } from './jobs/answer-mail-requests.ts'
import { createPurgeExpired } from './jobs/purge-expired.ts'
import { createRotateSigningKeys } from './jobs/rotate-signing-keys.ts'
import { accountRoutes } from './routes/account.ts'
import { deskActRoutes } from './routes/desk-acts.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { factorRoutes } from './routes/factors.ts'
import { numberRoutes } from './routes/numbers.ts'
import { mailRoutes } from './routes/mails.ts'
import { signUpRoutes } from './routes/sign-up.ts'
import { tokenRoutes } from './routes/token.ts'
import { userAdministration } from './routes/users.ts'
import { userRoutes } from './routes/user.ts'
import { verifyRoutes } from './routes/verify.ts'
import { createMac } from './secrets/macs.ts'
import { createPasswords } from './secrets/passwords.ts'
import { createStoredSecrets } from './secrets/stored-secrets.ts'
import { createSigningKeys } from './use-cases/keys/find-signing-key.ts'
import { demandAdmin } from './use-cases/roles/demand-admin.ts'
import { countSignIns } from './metrics/sign-ins.ts'
import { createLimits } from './limits/attempts.ts'
import { gone } from './use-cases/refuse.ts'
import { rotateSigningKeys } from './use-cases/keys/rotate-signing-keys.ts'

/** Accounts, sessions and roles, on the wire format of GoTrue. */
export const identity = defineService({
  name: 'identity',
  settings: identitySettings,
  migrationsFolder,
  build(deps) {
    const { settings, db, now, createApp } = deps
    const storedKeys = createStoredSecrets('signing-key', settings.IDENTITY_KEYS)
    const signingKeys = createSigningKeys({ db, storedKeys, now })
    const rotation = { db, settings, signingKeys, storedKeys, now }
    const app = createApp({ findPrivateKey: async () => (await signingKeys.current()).privateKey })
    app.register(cookie)
    const shared = { ...toUseCaseDeps(deps), signingKeys, signToken: createTokenSigner(app) }
    registerAuth(app, shared, createGoTrueErrors(deps.metrics))
    registerOwn(app, shared)
    const currentSession = readCurrentSession(db, shared.life, unauthorized)
    const letters = accountForLetters(deps)

    return {
      app,
      handlers: [onNumberConfirmationsChanged(), ...letters.handlers],
      jobs: [
        createAnswerMailRequests(shared),
        createAnswerTextRequests(shared),
        createRotateSigningKeys(rotation),
        createPurgeExpired(shared),
        ...letters.jobs,
      ],
      demandAdmin: async (request) => demandAdmin(db, (await currentSession(request)).user.id),
      // Before the first request, because every sign-in needs a signing key.
      parts: [{ name: 'signing key', start: () => rotateSigningKeys(rotation), stop: async () => {} }],
    }
  },
})

type UseCaseDeps = ReturnType<typeof toUseCaseDeps>
type RouteDeps = UseCaseDeps & Pick<Parameters<typeof tokenRoutes>[1], 'signingKeys' | 'signToken'>

function toUseCaseDeps({ settings, db, cache, metrics, now }: Deps<Settings>) {
  const keys = settings.IDENTITY_KEYS
  return {
    db,
    settings,
    now,
    life: () => toSessionLife(now(), settings.SESSION_IDLE_DAYS),
    limits: createLimits(cache, settings, now, countLimitsHit(metrics)),
    countSignIn: countSignIns(metrics),
    passwords: createPasswords({ concurrency: settings.HASH_CONCURRENCY, queue: settings.HASH_QUEUE }),
    browser: createBrowserSessions(settings, createMac('known-device', keys)),
    ownSignUps: createOwnSignUps(settings, createMac('own-sign-up', keys)),
    codeMac: createMac('one-time-code', keys),
    refreshMac: createMac('refresh-token', keys),
    storedTotpSecrets: createStoredSecrets('totp-secret', keys),
  }
}

/** The routes of GoTrue's wire format, with its errors. */
function registerAuth(
  app: HttpApp,
  shared: RouteDeps,
  goTrueErrors: ReturnType<typeof createGoTrueErrors>,
): void {
  const options = { ...shared, currentSession: readCurrentSession(shared.db, shared.life, gone) }
  app.register(
    async (auth) => {
      auth.setErrorHandler(goTrueErrors)
      declareRefusals(auth)
      auth.setNotFoundHandler(() => {
        throw new AppError('not_found', 'There is nothing at this address')
      })
      allowEmptyJson(auth)
      auth.addHook('onRequest', async (request) => shared.browser.checkOrigin(request))
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
}

/** Routes that GoTrue does not have, with problem documents. */
function registerOwn(app: HttpApp, shared: RouteDeps): void {
  const options = { ...shared, currentSession: readCurrentSession(shared.db, shared.life, unauthorized) }
  app.register(async (own) => {
    own.addHook('onRequest', async (request) => shared.browser.checkOrigin(request))
    own.register(accountRoutes, options)
    own.register(numberRoutes, options)
    own.register(userAdministration, options)
    own.register(deskActRoutes, options)
  })
}
