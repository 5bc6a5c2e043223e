import {
  LISTED_WEBHOOK_MESSAGES,
  MAX_WEBHOOK_ENDPOINTS,
  type AddedWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookMessageList,
} from '@walkon/contracts/http/webhook-endpoints'
import type { AccountLimit } from '@walkon/service/account-limit'
import type { Database } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { mayBeCalled, SECRET_PREFIX } from '../../clients/webhook-receiver.ts'
import { listAccounts } from '../../db/accounts/accounts.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { insertWebhookMessages, listMessages } from '../../db/webhooks/webhook-messages.ts'
import {
  deleteEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpointsOf,
} from '../../db/webhooks/webhooks.ts'
import { toPressId } from '../alerts/press-id.ts'
import { tellOfNewWay } from '../letters/tell-of-new-way.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export type WebhookDeps = {
  db: Database
  secrets: WebhookSecrets
  testOrigins: string[]
  /** How many an account may add, and test, in an hour. */
  limits: { adding: AccountLimit; testing: AccountLimit }
  now: () => Date
}

/** As Standard Webhooks ask for: 24 to 64 random bytes. */
const SECRET_BYTES = 32

/**
 * Adds an address that the account's alerts are posted to, and tells its owner by mail. Throws `webhook-url-refused`,
 * `too-many-webhook-endpoints` and `too-many-requests`; `unavailable` for an account that is not known here yet.
 */
export async function addEndpoint(
  { db, secrets, testOrigins, limits, now }: WebhookDeps,
  userId: string,
  url: string,
): Promise<AddedWebhookEndpoint> {
  if (!mayBeCalled(url, testOrigins))
    throw new AppError('webhook-url-refused', 'A webhook is an https address with a name, at port 443')
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  const sealed = await secrets.seal(secret)
  const added = await db.transaction(async (tx) => {
    await lockForInserts(tx)
    await lockEndpointsOf(tx, userId)
    const [account] = await listAccounts(tx, [userId])
    if (!account)
      throw new AppError('unavailable', 'The account is not known here yet', { retryAfterSeconds: 5 })
    if ((await listEndpoints(tx, userId)).length >= MAX_WEBHOOK_ENDPOINTS)
      throw new AppError(
        'too-many-webhook-endpoints',
        `An account has ${MAX_WEBHOOK_ENDPOINTS} webhooks at most`,
      )
    await limits.adding.admit(userId)
    const endpoint = { id: randomUUIDv7(), userId, url, secret: sealed, addedAt: now() }
    await tellOfNewWay(tx, account.email, { kind: 'webhook', wayHash: hashUrl(url) }, now())
    return insertEndpoint(tx, endpoint)
  })
  return { ...added, secret }
}

const hashUrl = (url: string) => createHash('sha256').update(`webhook ${url}`).digest('hex')

/** Throws `webhook-endpoint-not-found`, for another account's too. */
export async function removeEndpoint({ db }: WebhookDeps, userId: string, id: string): Promise<void> {
  if (!(await db.transaction((tx) => deleteEndpoint(tx, userId, id)))) throw notFound('webhook-endpoint')
}

/** Has alerts posted there again. Throws `webhook-endpoint-not-found`. */
export async function resumeEndpoint(
  { db }: WebhookDeps,
  userId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await db.transaction((tx) => enableEndpoint(tx, userId, id))
  if (!endpoint) throw notFound('webhook-endpoint')
  return endpoint
}

/** Throws `webhook-endpoint-not-found`. */
export async function showMessages(
  { db }: WebhookDeps,
  userId: string,
  id: string,
): Promise<WebhookMessageList> {
  if (!(await findEndpoint(db, userId, id))) throw notFound('webhook-endpoint')
  return { messages: await listMessages(db, id, LISTED_WEBHOOK_MESSAGES) }
}

/**
 * Queues a message that says it is a test, one for two presses at once. Throws `webhook-endpoint-not-found`, `webhook-endpoint-disabled` and
 * `too-many-requests`.
 */
export async function testEndpoint(
  { db, limits, now }: WebhookDeps,
  userId: string,
  id: string,
): Promise<void> {
  const endpoint = await findEndpoint(db, userId, id)
  if (!endpoint) throw notFound('webhook-endpoint')
  if (endpoint.disabledAt)
    throw new AppError('webhook-endpoint-disabled', 'The webhook is off: turn it on first')
  await limits.testing.admit(userId)
  const at = now()
  const payload = { type: 'test', timestamp: at.toISOString(), data: {} } as const
  const sourceId = toPressId('webhook test', hashUrl(id), at)
  await db.transaction(async (tx) => {
    await lockForInserts(tx)
    // Removed meanwhile: the foreign key would fail.
    if (!(await findEndpoint(tx, userId, id))) throw notFound('webhook-endpoint')
    await insertWebhookMessages(tx, [{ id: randomUUIDv7(), endpointId: id, sourceId, payload }])
  })
}
