import type { SubscriberAnswer } from '@walkon/contracts/http/newsletter'
import type { Letter } from '@walkon/contracts/letter'
import type { ClientLimit } from '@walkon/service/client-limit'
import type { Account } from '@walkon/service/access-tokens'
import { hashAddress } from '@walkon/service/address-hash'
import type { Allowance, AttemptLimit } from '@walkon/service/attempt-limit'
import type { Database, Transaction } from '@walkon/service/database'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { NewsletterTokens } from '../channels/newsletter-tokens.ts'
import { insertDeliveries } from '../db/deliveries.ts'
import { lockForInserts } from '../db/erasures.ts'
import { insertSubscriber, lockSubscriber } from '../db/newsletter.ts'
import { ALREADY_SUBSCRIBED, toNewsletterQuestion } from '../domain/newsletter-letter.ts'
import { toPressId } from './press-id.ts'
import { resumeIn } from './resume-list.ts'

export type NewsletterDeps = {
  db: Database
  tokens: NewsletterTokens
  limits: AttemptLimit
  mailLimit: ClientLimit
  now: () => Date
}

/** Mails to one address that nobody has proven to be theirs. */
const MAILS: Allowance = { limit: 3, windowSeconds: 86_400 }
/** As long as the link of the question works. */
const USEFUL_DAYS = 7

/**
 * Subscribes an address to the newsletter: at once for its own account, else once its owner has confirmed it by mail. Only the account and the
 * browser that subscribed the address learn that it is subscribed. For everybody else each address has the answer of a first time, and its
 * owner a mail, three a day at most, and one for a form that is sent twice. What one client network asks for is limited too: `too-many-requests`.
 */
export async function subscribeNewsletter(
  deps: NewsletterDeps,
  { email, receipt }: { email: string; receipt?: string | undefined },
  { account, client }: { account: Account | null; client: string },
): Promise<SubscriberAnswer> {
  const { db, tokens, limits, mailLimit, now } = deps
  const isOwner = account?.email === email
  if (!isOwner) await mailLimit.admit(client)
  const shownEntry = receipt === undefined ? null : await tokens.openReceipt(receipt, now())
  const mayMail = isOwner || (await limits.spend(`newsletter:${hashAddress(email)}`, MAILS)) === null
  const userId = account?.userId ?? null

  const { status, entryId } = await db.transaction(async (tx) => {
    await lockForInserts(tx)
    const known = await lockSubscriber(tx, email)
    const knowsEntry = known !== null && shownEntry === known.entryId
    if (known?.confirmedAt && (isOwner || knowsEntry))
      return { status: 'already-subscribed' as const, entryId: known.entryId }
    if (isOwner) return { status: 'subscribed' as const, entryId: await subscribe(tx, email, userId) }
    const made = known === null ? await insertSubscriber(tx, email) : null
    if (mayMail)
      await mail(tx, email, known?.confirmedAt ? ALREADY_SUBSCRIBED : await toQuestion(deps, email), now())
    return {
      status: 'confirmation-sent' as const,
      entryId: made ?? (knowsEntry ? known.entryId : randomUUID()),
    }
  })
  return { status, receipt: await tokens.sealReceipt(entryId) }
}

async function subscribe(tx: Transaction, email: string, userId: string | null): Promise<string> {
  const { entryId } = await resumeIn(tx, { list: 'newsletter', email }, { userId })
  if (entryId === null) throw new Error('The newsletter has no entry')
  return entryId
}

async function toQuestion({ tokens, now }: NewsletterDeps, email: string): Promise<Letter> {
  const { token, expiresAt } = await tokens.sealConfirmation(email, now())
  return toNewsletterQuestion(`/u/${token}`, expiresAt)
}

async function mail(tx: Transaction, email: string, content: Letter, requestedAt: Date): Promise<void> {
  await insertDeliveries(tx, [
    {
      id: randomUUIDv7(),
      source: 'notification',
      sourceId: toPressId(content.name, hashAddress(email), requestedAt),
      subscriptionId: null,
      email,
      channel: 'email',
      address: email,
      addressHash: hashAddress(email),
      parkId: null,
      content,
      expiresAt: new Date(requestedAt.getTime() + USEFUL_DAYS * 86_400_000).toISOString(),
      observedAt: null,
      requestedAt: requestedAt.toISOString(),
      traceparent: null,
      linkHash: null,
    },
  ])
}
