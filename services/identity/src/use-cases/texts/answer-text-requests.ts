import { requestLetter } from '@walkon/runtime/request-letter'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { touchCodeTries } from '../../db/code-tries.ts'
import { findUserOfNumber } from '../../db/numbers.ts'
import { dequeueTextRequests, saveTextCode } from '../../db/text-codes.ts'
import { toTextCodeLetter } from '../../domain/text-code-letter.ts'
import { newCode } from '../../secrets/one-time-secrets.ts'
import type { MailLinkDeps } from '../mail-links/send-mail-link.ts'

const BATCH = 20
const MINUTE_MS = 60_000

/**
 * Sends the codes of a batch of requests. A number's account is looked up only here, after the request was answered. Returns whether there
 * may be more.
 */
export async function answerTextRequests(deps: MailLinkDeps & { db: Database }): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const requests = await dequeueTextRequests(tx, BATCH)
    for (const { number } of requests) {
      const user = await findUserOfNumber(tx, hashAddress(number))
      if (user) await sendTextCode(deps, tx, number, user.id)
    }
    return requests.length === BATCH
  })
}

async function sendTextCode(
  { settings, codeMac, now }: MailLinkDeps,
  tx: Transaction,
  number: string,
  userId: string,
): Promise<void> {
  const createdAt = now()
  const [id, code] = [randomUUID(), newCode()]
  const expiresAt = new Date(createdAt.getTime() + settings.CODE_MINUTES * MINUTE_MS)
  await saveTextCode(tx, {
    id,
    numberHash: hashAddress(number),
    userId,
    ...(await touchCodeTries(tx, number, 'text-sign-in', createdAt)),
    codeHash: codeMac.sign(`${id}:${code}`).toString('hex'),
    expiresAt,
  })
  const letter = toTextCodeLetter(code, expiresAt)
  await requestLetter(tx, 'identity', { to: { number }, letter, useful: { until: expiresAt } }, createdAt)
}
