import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'

/** Of the ids that are derived from letters. */
const NAMESPACE = '5d9b6f0e-8a0e-4c5c-9a5f-2f1f6f0a7c33'

export type FlightLetter = {
  /** What the letter is about, in words that are the same whenever the same letter is requested. */
  about: string
  email: string
  letter: Letter
  expiresAt: Date
  /** Whether it belongs to the list of flight alerts, which an address can leave. A letter that was just asked for does not. */
  isOfList: boolean
}

/** Requests letters. The same letter about the same thing has one id, so it is sent once. */
export async function requestLetters(tx: Transaction, letters: FlightLetter[]): Promise<void> {
  await emit(
    tx,
    publishedBy('flights', notificationRequested),
    letters.map(({ about, email, letter, expiresAt, isOfList }) => {
      const id = deriveId(NAMESPACE, `${letter.name}|${about}`)
      return {
        id,
        data: {
          notificationId: id,
          recipient: { channel: 'email' as const, address: email },
          notification: letter,
          ...(isOfList && { list: 'flights' as const }),
          expiresAt: expiresAt.toISOString(),
        },
      }
    }),
  )
}
