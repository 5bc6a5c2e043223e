import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested, userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import type { ServiceName } from '@walkon/contracts/services'
import type { MailList } from '@walkon/contracts/values'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { randomUUID } from 'node:crypto'
import { insertRequestedLetters, type RequestedLetter } from './requested-letters.ts'

/** A letter that names no other time and could not be sent within this one is dropped. */
const USEFUL_HOURS = 48

type Written = {
  letter: Letter
  /** The id of the thing that the letter is about, so that the same letter about it is sent once. Without one each request is sent. */
  about?: string
  /** Tells letters about one thing apart; the letter's name if left out. */
  occasion?: string
  /** The list that the letter belongs to. An address that has left the list gets no such letter. */
  list?: MailList
  /** How long the letter is of use, 48 hours if left out. */
  useful?: { hours: number } | { until: Date }
}

/** A letter to a mailbox or a number. */
export type LetterRequest = Written & { to: { email: string } | { number: string } }

/** A letter to an account: by mail to the address that it has when the letter is sent, and to its devices. */
export type UserLetterRequest = Written & { userId: string }

/** Requests letters in the caller's transaction: notifier writes them if, and only if, that commits. */
export async function requestLetters(
  tx: Transaction,
  publisher: ServiceName,
  requests: LetterRequest[],
  now: Date,
): Promise<void> {
  const events = requests.map((request) => toEvent(request, { recipient: toRecipient(request) }, now))
  await insertRequestedLetters(tx, toLedger(requests, events))
  await emit(tx, publishedBy(publisher, notificationRequested), events)
}

export const requestLetter = (
  tx: Transaction,
  publisher: ServiceName,
  request: LetterRequest,
  now: Date,
): Promise<void> => requestLetters(tx, publisher, [request], now)

/** The same for letters to accounts. */
export async function requestUserLetters(
  tx: Transaction,
  publisher: ServiceName,
  requests: UserLetterRequest[],
  now: Date,
): Promise<void> {
  const events = requests.map((request) => toEvent(request, { userId: request.userId }, now))
  await insertRequestedLetters(tx, toLedger(requests, events))
  await emit(tx, publishedBy(publisher, userNotificationRequested), events)
}

export const requestUserLetter = (
  tx: Transaction,
  publisher: ServiceName,
  request: UserLetterRequest,
  now: Date,
): Promise<void> => requestUserLetters(tx, publisher, [request], now)

/** The id of the letter about a thing, which is also the key of its event: by it the letter is cancelled and erased. */
export const letterIdOf = (about: string, occasion: string): string => deriveId(about, occasion)

function toEvent<To>({ letter, about, occasion = letter.name, list, useful }: Written, to: To, now: Date) {
  const id = about === undefined ? randomUUID() : letterIdOf(about, occasion)
  const expiresAt = toExpiry(useful ?? { hours: USEFUL_HOURS }, now).toISOString()
  return { id, data: { notificationId: id, ...to, notification: letter, ...(list && { list }), expiresAt } }
}

const toLedger = (requests: Written[], events: { id: string }[]): RequestedLetter[] =>
  requests.flatMap(({ letter, about = null }, place) => {
    const event = events[place]
    return event ? [{ id: event.id, kind: letter.name, about }] : []
  })

const toExpiry = (useful: { hours: number } | { until: Date }, now: Date): Date =>
  'until' in useful ? useful.until : new Date(now.getTime() + useful.hours * 3_600_000)

const toRecipient = ({ to }: LetterRequest) =>
  'email' in to
    ? { channel: 'email' as const, address: to.email }
    : { channel: 'sms' as const, address: to.number }
