import type { passActivated } from '@walkon/contracts/events/billing'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { TextLinks } from '../../channels/text-links.ts'
import {
  listNewNumbers,
  saveAsked,
  saveConsents,
  saveReminded,
  takeUnasked,
  type ConsentPair,
  type NewConsent,
} from '../../db/texts/consents.ts'
import { insertDeliveries, type NewDelivery } from '../../db/deliveries/deliveries.ts'
import { maskAddressInText } from '@walkon/contracts/mask'
import type { NewAddress } from '../../domain/moved-address.ts'
import { findErased } from '../accounts/find-erased.ts'
import { findMoved } from '../accounts/find-moved.ts'
import type { TextLimit, TextRefusal } from '../../limits/texts.ts'
import { toOwnText } from './own-texts.ts'
import { tellOfNewWay } from '../letters/tell-of-new-way.ts'

export type AskDeps = { texts: TextLimit; links: TextLinks; now: () => Date }

type PassEvent = EventOf<typeof passActivated>

/** A question is of no use a day later. */
const USEFUL_MINUTES = 24 * 60
const REMIND_AFTER_MINUTES = 10

/**
 * Keeps what the buyers of text messages agreed to, and asks each number that has not confirmed whether it wants them. Until it answers YES
 * its alerts go by email. Returns the deliveries.
 *
 * An order with the key of an address, by its account or a link, may put a stranger's number on it. So the owner is mailed of a new number.
 * An order that was confirmed by mail needs no such letter: that mail named the number. Nor does the first one of an address, of which
 * nothing could be taken.
 */
export async function askNumbers(
  tx: Transaction,
  events: PassEvent[],
  deps: AskDeps,
): Promise<NewDelivery[]> {
  const erased = await findErased(tx, { addresses: events.map(({ data }) => data.email) })
  const kept = events.filter(({ data, occurredAt }) => !erased.hasAddress(data.email, occurredAt))
  const findNewAddress = await findMoved(tx, kept.map(toSaid))
  const consents = kept.flatMap((event) => toConsent(event, findNewAddress(toSaid(event))))
  const byMail = new Set(
    kept.filter(({ data }) => data.confirmedByMailAt).map(({ data }) => hashAddress(data.recipient.address)),
  )
  const fresh = await listNewNumbers(
    tx,
    consents.filter(({ numberHash }) => !byMail.has(numberHash)),
  )
  const { questions } = await keepConsents(tx, consents, deps)
  for (const consent of fresh) {
    const { email, number, numberHash } = consent
    await tellOfNewWay(
      tx,
      email,
      { kind: 'order-number', number, wayHash: numberHash },
      new Date(knownAtOf(consent)),
    )
  }
  await insertDeliveries(tx, questions)
  return questions
}

/** Returns since when the address has had the number, by the event and not by its arrival: a later erasure in between takes what follows. */
const knownAtOf = ({ givenAt, movedAt }: NewConsent): string => movedAt ?? givenAt

/** Why a number was not asked: a refusal of all texts, or the seconds until its next question is allowed. */
export type NotAsked = { refusal: TextRefusal } | { waitSeconds: number }

/**
 * Keeps what visitors agreed to, and has the numbers asked that have neither confirmed nor were asked within the last hour. Returns
 * the questions, and why others are not asked.
 */
export async function keepConsents(
  tx: Transaction,
  consents: NewConsent[],
  deps: AskDeps,
): Promise<{ questions: NewDelivery[]; notAsked: NotAsked[] }> {
  const saved = await saveConsents(tx, consents)
  return askEach(
    tx,
    saved.map((consent) => ({ ...consent, knownAt: knownAtOf(consent) })),
    deps,
  )
}

/** Asks each of these numbers that may be asked. One that may not be keeps no other from its question. */
export async function askEach(
  tx: Transaction,
  numbers: (Asked & ConsentPair)[],
  deps: AskDeps,
): Promise<{ questions: NewDelivery[]; notAsked: NotAsked[] }> {
  const questions: NewDelivery[] = []
  const notAsked: NotAsked[] = []
  for (const number of numbers) {
    const asked = await ask(tx, number, deps)
    if ('question' in asked) questions.push(asked.question)
    else notAsked.push(asked)
  }
  return { questions, notAsked }
}

/** Asks a number within what it may be asked in a day and the budgets of all texts. While texts are off it uses up neither. */
async function ask(
  tx: Transaction,
  asked: Asked & ConsentPair,
  { texts, links, now }: AskDeps,
): Promise<{ question: NewDelivery } | NotAsked> {
  if (await texts.isOff()) return { refusal: 'texts-off' }
  const waitSeconds = await texts.spendQuestion(asked)
  if (waitSeconds !== null) return { waitSeconds }
  const refusal = await texts.spend(asked.number, { isQuestion: true })
  if (refusal) return { refusal }
  const isShared = await saveAsked(tx, asked)
  return { question: toQuestion({ ...asked, isShared }, false, { links, now: now() }) }
}

/** Why a visitor who has asked for a question gets none. */
export const toAskError = (why: NotAsked): AppError =>
  'refusal' in why
    ? new AppError('text-not-sent', `No text is sent now: ${why.refusal}`)
    : tooManyRequests('number-question', why.waitSeconds)

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
      isOfPlanAlone: false,
    },
  ]
}

/**
 * Asks numbers that could not be asked when they were named, each once more. Reminds numbers that have not answered, each once for a
 * question. Both wait while texts are off. True if there may be more.
 */
export async function remindNumbers(db: Database, deps: AskDeps, limit = 100): Promise<boolean> {
  if (await deps.texts.isOff()) return false
  const asked = await askUnasked(db, deps, limit)
  const reminded = await remindUnanswered(db, deps, limit)
  return asked === limit || reminded === limit
}

function askUnasked(db: Database, deps: AskDeps, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const unasked = await takeUnasked(tx, limit)
    const { questions } = await askEach(tx, unasked, deps)
    await insertDeliveries(tx, questions)
    return unasked.length
  })
}

function remindUnanswered(db: Database, { texts, links, now }: AskDeps, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const unanswered = await saveReminded(tx, { afterMinutes: REMIND_AFTER_MINUTES, limit })
    const deliveries: NewDelivery[] = []
    for (const question of unanswered)
      if ((await texts.spend(question.number, { isQuestion: true })) === null)
        deliveries.push(toQuestion(question, true, { links, now: now() }))
    await insertDeliveries(tx, deliveries)
    return unanswered.length
  })
}

type Asked = { number: string; email: string; knownAt: string }

/** A YES is one about the alerts that were asked about last, so a question of a shared number names them. */
const toQuestion = (
  { number, email, knownAt, isShared }: Asked & { isShared: boolean },
  isReminder: boolean,
  context: { links: TextLinks; now: Date },
): NewDelivery =>
  toOwnText(
    {
      number,
      email,
      knownAt,
      content: {
        kind: 'number-question',
        isReminder,
        ...(isShared && { about: maskAddressInText(email) }),
      },
      usefulMinutes: USEFUL_MINUTES,
    },
    context,
  )
