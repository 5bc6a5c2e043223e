import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { listPublicKeys } from '../db/signing-keys.ts'
import { refusals } from '../http/declared-refusals.ts'
import { healthAnswer, keySetAnswer, settingsAnswer } from '../http/gotrue-answers.ts'
import { toJwk } from '../secrets/key-pairs.ts'

const JWKS_SECONDS = 600

const keySet = {
  summary: 'Read the public keys of access tokens',
  operationId: 'readKeySet',
  tags: ['discovery'],
  success: 'The keys as a JSON Web Key Set (RFC 7517).',
  response: { 200: keySetAnswer },
}
const settings = {
  summary: 'Read which ways to sign in are offered',
  operationId: 'readSettings',
  tags: ['discovery'],
  success: 'The settings of sign-in, by the names of GoTrue.',
  response: { 200: settingsAnswer },
}
const health = {
  summary: 'Check that sign-in answers',
  operationId: 'checkHealth',
  tags: ['discovery'],
  success: 'The name and version of the service.',
  response: { 200: healthAnswer },
}

/** Facts about this service for clients: its public keys, its settings, and the parts that it does not offer. */
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
    external: { email: true, phone: true, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: 'twilio',
    saml_enabled: false,
    mfa_enabled: true,
  }))

  app.get('/health', { config, schema: health }, () => ({
    name: 'Walkon',
    version: '1',
    description: 'Identity of Walkon, GoTrue by wire',
  }))

  for (const { method, url, operationId } of PROVIDER_CALLS) {
    app.route({
      method,
      url,
      config,
      schema: {
        summary: 'Refuse to sign in with an account of another company',
        operationId,
        tags: ['providers'],
        response: refusals('provider_disabled'),
      },
      handler: () => {
        throw new AppError('provider_disabled', 'Unsupported provider: provider is not enabled')
      },
    })
  }
}

const PROVIDER_CALLS = [
  { method: 'GET', url: '/authorize', operationId: 'getAuthorize' },
  { method: 'POST', url: '/authorize', operationId: 'postAuthorize' },
  { method: 'GET', url: '/sso', operationId: 'getSso' },
  { method: 'POST', url: '/sso', operationId: 'postSso' },
  { method: 'GET', url: '/callback', operationId: 'getCallback' },
  { method: 'POST', url: '/callback', operationId: 'postCallback' },
] as const
