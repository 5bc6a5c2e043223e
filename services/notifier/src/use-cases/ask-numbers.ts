import type { passActivated } from '@walkon/contracts/events/billing'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import type { TextLinks } from '../channels/text-links.ts'
import { saveAsked, saveConsents, saveReminded, type NewConsent } from '../db/consents.ts'
import { insertDeliveries, type NewDelivery } from '../db/deliveries.ts'
import type { NewAddress } from '../domain/moved-address.ts'
import { findErased } from './find-erased.ts'
import { findMoved } from './find-moved.ts'
import type { TextLimit } from './limit-texts.ts'
import { toOwnText } from './own-texts.ts'

export type AskDeps = { texts: TextLimit; links: TextLinks }

type PassEvent = EventOf<typeof passActivated>

/** A question is of no use a day later. */
const USEFUL_MINUTES = 24 * 60
const REMIND_AFTER_MINUTES = 10

/**
 * Keeps what the buyers of text messages agreed to, and asks each number that has not confirmed whether it wants them. Until it
 * answers YES its alerts go by email. Returns the deliveries.
 */
export async function askNumbers(
  tx: Transaction,
  events: PassEvent[],
  { texts, links }: AskDeps,
): Promise<NewDelivery[]> {
  const erased = await findErased(tx, { addresses: events.map(({ data }) => data.email) })
  const kept = events.filter(({ data, occurredAt }) => !erased.hasAddress(data.email, occurredAt))
  const findNewAddress = await findMoved(tx, kept.map(toSaid))
  const consents = kept.flatMap((event) => toConsent(event, findNewAddress(toSaid(event))))
  const deliveries: NewDelivery[] = []
  for (const consent of await saveConsents(tx, consents)) {
    const { number } = consent
    if ((await texts.spendQuestion(number)) !== null || (await texts.spend(number)) !== null) continue
    await saveAsked(tx, consent)
    const knownAt = consent.movedAt ?? consent.givenAt
    deliveries.push(toQuestion({ ...consent, knownAt }, false, links))
  }
  await insertDeliveries(tx, deliveries)
  return deliveries
}

const toSaid = ({ data, occurredAt: saidAt }: PassEvent) => ({
  email: data.email,
  subscriptionId: null,
  saidAt,
})

/** The time is the event's, because an erasure is compared with events. */
function toConsent({ data, occurredAt }: PassEvent, movedTo: NewAddress | null): NewConsent[] {
  const { recipient, consent } = data
  if (recipient.channel !== 'sms' || !consent) return []
  const { address: number } = recipient
  const email = movedTo?.email ?? data.email
  return [
    {
      numberHash: hashAddress(number),
      emailHash: hashAddress(email),
      number,
      email,
      version: consent.version,
      givenAt: occurredAt.toISOString(),
      movedAt: movedTo?.since.toISOString() ?? null,
    },
  ]
}

/** Reminds numbers that have not answered, each once for a question. True if there may be more. */
export async function remindNumbers(db: Database, { texts, links }: AskDeps, limit = 100): Promise<boolean> {
  return db.transaction(async (tx) => {
    const unanswered = await saveReminded(tx, { afterMinutes: REMIND_AFTER_MINUTES, limit })
    const deliveries: NewDelivery[] = []
    for (const question of unanswered)
      if ((await texts.spend(question.number)) === null) deliveries.push(toQuestion(question, true, links))
    await insertDeliveries(tx, deliveries)
    return unanswered.length === limit
  })
}

type Asked = { number: string; email: string; knownAt: string }

export const toQuestion = (
  { number, email, knownAt }: Asked,
  isReminder: boolean,
  links: TextLinks,
): NewDelivery =>
  toOwnText(
    {
      number,
      email,
      knownAt,
      content: { kind: 'number-question', isReminder },
      usefulMinutes: USEFUL_MINUTES,
    },
    links,
  )
