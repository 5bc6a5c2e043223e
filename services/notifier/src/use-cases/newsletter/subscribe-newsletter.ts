import type { SubscriberAnswer } from '@walkon/contracts/http/newsletter'
import type { Letter } from '@walkon/contracts/letter'
import type { CountedMails } from '@walkon/runtime/counted-mails'
import { demandAllowed, type AllowedEmails } from '@walkon/service/allowed-emails'
import type { ClientLimit } from '@walkon/service/client-limit'
import type { Account } from '@walkon/service/access-tokens'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import type { NewsletterTokens } from '../../channels/newsletter-tokens.ts'
import { insertDeliveries, listKnownSources } from '../../db/deliveries/deliveries.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { insertSubscriber, lockSubscriber } from '../../db/newsletter/newsletter.ts'
import { ALREADY_SUBSCRIBED, toNewsletterQuestion } from '../../domain/newsletter-letter.ts'
import { toOwnLetter } from '../letters/own-letters.ts'
import { toPressId } from '../alerts/press-id.ts'
import { resumeIn } from './resume-list.ts'

export type NewsletterDeps = {
  db: Database
  settings: { ALLOWED_EMAILS: AllowedEmails }
  tokens: NewsletterTokens
  mails: CountedMails
  mailLimit: ClientLimit
  now: () => Date
}

/** As long as the link of the question works. */
const USEFUL_DAYS = 7

/**
 * Subscribes an address to the newsletter: at once for its own account, else once its owner has confirmed it by mail. Only the account and
 * the browser that subscribed the address learn that it is subscribed. Everyone else gets the answer of a first time for each address. Its
 * owner gets a mail, and only one for a form that is sent twice. Throws `too-many-requests` for a client network that enters many
 * addresses, `address-not-allowed`, and `address-mailed-enough` where no mail leaves.
 */
export async function subscribeNewsletter(
  deps: NewsletterDeps,
  { email, receipt }: { email: string; receipt?: string | undefined },
  { account, client }: { account: Account | null; client: string },
): Promise<SubscriberAnswer> {
  const { db, settings, tokens, mailLimit, now } = deps
  demandAllowed(settings.ALLOWED_EMAILS, email)
  const isOwner = account?.email === email
  if (!isOwner) await mailLimit.admit(client)
  const shownEntry = receipt === undefined ? null : await tokens.openReceipt(receipt, now())
  const userId = account?.userId ?? null

  const { status, entryId } = await db.transaction(async (tx) => {
    await lockForInserts(tx)
    const known = await lockSubscriber(tx, email)
    const knowsEntry = known !== null && shownEntry === known.entryId
    if (known?.confirmedAt && (isOwner || knowsEntry))
      return { status: 'already-subscribed' as const, entryId: known.entryId }
    if (isOwner) return { status: 'subscribed' as const, entryId: await subscribe(tx, email, userId) }
    const made = known === null ? await insertSubscriber(tx, email) : null
    const content = known?.confirmedAt ? ALREADY_SUBSCRIBED : await toQuestion(deps, email)
    await mailOnce(tx, deps, { email, client, content })
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

async function mailOnce(
  tx: Transaction,
  { mails, now }: NewsletterDeps,
  { email, client, content }: { email: string; client: string; content: Letter },
): Promise<void> {
  const requestedAt = now()
  const sourceId = toPressId(content.name, hashAddress(email), requestedAt)
  const sent = await listKnownSources(tx, [sourceId])
  if (sent.has(sourceId)) return
  // A browser that entered the address need not be its owner's, so that its receipt brings no mails of its own.
  await mails.count(tx, { email, client, isOwners: false }, requestedAt)
  await insertDeliveries(tx, [
    toOwnLetter({ sourceId, email, content, usefulHours: USEFUL_DAYS * 24, now: requestedAt }),
  ])
}
