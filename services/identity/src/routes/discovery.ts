import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { listPublicKeys } from '../db/signing-keys.ts'
import { refusals } from '../http/declared-refusals.ts'
import { healthAnswer, keySetAnswer, settingsAnswer } from '../http/gotrue-answers.ts'
import { toJwk } from '../secrets/key-pairs.ts'

const JWKS_SECONDS = 600

const keySet = { response: { 200: keySetAnswer } }
const settings = { response: { 200: settingsAnswer } }
const health = { response: { 200: healthAnswer } }

/** What a client reads about this service: its public keys, its settings, and what it does not offer. */
export async function discoveryRoutes(
  app: HttpApp,
  { db, now }: { db: Database; now: () => Date },
): Promise<void> {
  const config = { access: 'public' } as const

  app.get('/.well-known/jwks.json', { config, schema: keySet }, async (_request, reply) => {
    const keys = await listPublicKeys(db, now())
    reply.header('cache-control', `public, max-age=${JWKS_SECONDS}`)
    return { keys: keys.map(({ keyId, publicKey }) => toJwk(keyId, publicKey)) }
  })

  app.get('/settings', { config, schema: settings }, () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: true,
  }))

  app.get('/health', { config, schema: health }, () => ({
    name: 'Walkon',
    version: '1',
    description: 'Identity of Walkon, GoTrue by wire',
  }))

  for (const url of ['/authorize', '/sso', '/callback']) {
    app.route({
      method: ['GET', 'POST'],
      url,
      config,
      schema: { response: refusals('provider_disabled') },
      handler: () => {
        throw new AppError('provider_disabled', 'Unsupported provider: provider is not enabled')
      },
    })
  }
}
