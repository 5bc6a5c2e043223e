import type { Database, Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { Log } from '@walkon/service/log'
import { callWebhook, type WebhookAnswer, type WebhookOptions } from '../../clients/webhook-receiver.ts'
import { listAccounts } from '../../db/accounts/accounts.ts'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import {
  disableEndpoint,
  leaseMessages,
  lockEndpoint,
  saveDelivered,
  saveFailed,
  type CalledEndpoint,
  type LeasedMessage,
} from '../../db/webhooks/webhook-messages.ts'
import { toWebhookDisabledLetter } from '../../domain/webhook-disabled-letter.ts'
import { decideAfterFailure } from '../../domain/webhook-retry.ts'
import { toOwnLetter } from '../letters/own-letters.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export type CallDeps = WebhookOptions & {
  db: Database
  secrets: WebhookSecrets
  log: Log
  count: (kind: WebhookAnswer['kind']) => void
  now: () => Date
}

const AT_ONCE = 20
/** Beyond the call: its result must be recorded too. */
const RECORD_SECONDS = 20
const LETTER_HOURS = 48

/**
 * Posts messages that are due, each at least once until its day is over. A message whose process died is posted again after its lease.
 * True if others may be due.
 */
export async function callWebhooks(deps: CallDeps): Promise<boolean> {
  const leaseSeconds = deps.timeoutSeconds + RECORD_SECONDS
  const leased = await leaseMessages(deps.db, { limit: AT_ONCE, leaseSeconds })
  await Promise.all(leased.map((message) => callOne(deps, message)))
  return leased.length === AT_ONCE
}

async function callOne(deps: CallDeps, message: LeasedMessage): Promise<void> {
  const { db, log, count } = deps
  const { id, payload, attempts } = message
  const answer = await post(deps, message)
  count(answer.kind)
  await db.transaction((tx) => record(tx, message, answer))
  const reason = answer.kind === 'failed' ? { reason: answer.reason } : {}
  log.info({ webhook: id, type: payload.type, attempt: attempts, ...reason }, `webhook ${answer.kind}`)
}

async function post(deps: CallDeps, { id, url, payload, ...message }: LeasedMessage): Promise<WebhookAnswer> {
  const secret = await deps.secrets.open(message.secret)
  if (secret === null) return { kind: 'failed', reason: 'secret-lost', isGone: false }
  return callWebhook({ url, secret, id, body: JSON.stringify(payload), at: deps.now() }, deps)
}

async function record(
  tx: Transaction,
  { id, endpointId, attempts, createdAt }: LeasedMessage,
  answer: WebhookAnswer,
): Promise<void> {
  await lockForInserts(tx)
  const endpoint = await lockEndpoint(tx, endpointId)
  if (!endpoint || endpoint.isDisabled) return
  if (answer.kind === 'delivered') return saveDelivered(tx, { id, endpointId })
  const failingSince = endpoint.failingSince === null ? null : new Date(endpoint.failingSince)
  const { isGone, reason } = answer
  const failed = { attempts, createdAt: new Date(createdAt), failingSince, isGone }
  const { retryAt, disable } = decideAfterFailure(failed, new Date(endpoint.now))
  await saveFailed(tx, { id, endpointId, reason, retryAt })
  if (!disable) return
  await disableEndpoint(tx, { endpointId, reason: disable })
  await tellOwner(tx, { ...endpoint, endpointId, reason: disable })
}

async function tellOwner(
  tx: Transaction,
  {
    endpointId,
    userId,
    url,
    reason,
    now: at,
  }: CalledEndpoint & { endpointId: string; reason: 'failing' | 'gone' },
): Promise<void> {
  const [account] = await listAccounts(tx, [userId])
  if (!account) return
  const content = toWebhookDisabledLetter({ host: new URL(url).hostname, reason })
  const now = new Date(at)
  const sourceId = deriveId(endpointId, `disabled ${now.toISOString()}`)
  const { email } = account
  await insertDeliveries(tx, [toOwnLetter({ sourceId, email, content, usefulHours: LETTER_HOURS, now })])
}
