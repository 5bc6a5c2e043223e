import { publishedBy } from '@walkon/contracts/event'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'

/** Of the ids that are derived from letters. */
const NAMESPACE = '8f0f8d3e-0f6a-4b57-8f0c-5a2f0d0c6b41'

export type RestaurantLetter = {
  /** What the letter is about, in words that are the same whenever the same letter is requested. */
  about: string
  userId: string
  letter: Letter
  expiresAt: Date
}

/** Requests letters of the list of restaurant alerts. The same letter about the same thing has one id, so it is sent once. */
export async function requestRestaurantLetters(tx: Transaction, letters: RestaurantLetter[]): Promise<void> {
  await emit(
    tx,
    publishedBy('planner', userNotificationRequested),
    letters.map(({ about, userId, letter, expiresAt }) => {
      const id = deriveId(NAMESPACE, `${letter.name}|${about}`)
      return {
        id,
        data: {
          notificationId: id,
          userId,
          notification: letter,
          list: 'restaurants' as const,
          expiresAt: expiresAt.toISOString(),
        },
      }
    }),
  )
}
