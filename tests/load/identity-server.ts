import { identity } from '@walkon/identity/app'
import { findSigningKey } from '@walkon/runtime/signing-keys'
import { accountOf } from '@walkon/service/access'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomBytes } from 'node:crypto'

/**
 * Identity, and a service that does nothing but check tokens, on two ports of one process; prints both addresses.
 * Their limits on one client are lifted: here all requests come from one.
 */

const ISSUER = 'http://walkon.example/auth/v1'
const PLENTY = '100000000'

const [url = ''] = process.argv.slice(2)
await applyMigrations(url, identity.schema, identity.migrationsFolder)
const { db } = connectPostgres({ url, schema: identity.schema, poolSize: 10, applicationName: 'bench' })
const environment = {
  DATABASE_URL: url,
  IDENTITY_KEYS: randomBytes(32).toString('base64url'),
  PUBLIC_URL: 'http://walkon.example',
  AUTH_ISSUER: ISSUER,
  SIGN_INS_PER_ACCOUNT: PLENTY,
  SIGN_INS_PER_CLIENT: PLENTY,
  SIGN_UPS_PER_CLIENT: PLENTY,
  CODES_PER_CLIENT: PLENTY,
  MAILS_PER_CLIENT: PLENTY,
  MAILS_PER_ADDRESS: PLENTY,
  MAIL_INTERVAL_SECONDS: '0',
}
const log = createLog({ service: 'bench', level: 'silent' })
const now = () => new Date()

const { app, parts = [] } = identity.configure(environment).build({
  db,
  cache: createMemoryCache(),
  eventLog: { read: async () => {} },
  log,
  metrics: createMetrics('identity'),
  now,
})
for (const part of parts) await part.start?.()

const checker = createHttpApp({
  service: 'checker',
  log,
  metrics: createMetrics('checker'),
  accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, now), now },
})
checker.register(async (routes) => {
  routes.get('/open', { config: { access: 'public' } }, () => ({ userId: 'anonymous' }))
  routes.get('/checked', { config: { access: 'account' } }, (request) => ({
    userId: accountOf(request).userId,
  }))
})

const addresses = [
  await app.listen({ host: '127.0.0.1', port: 0 }),
  await checker.listen({ host: '127.0.0.1', port: 0 }),
]
console.log(addresses.join(' '))
