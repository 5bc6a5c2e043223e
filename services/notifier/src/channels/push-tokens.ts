import { createEncryption } from '@walkon/service/encryption'
import { z } from 'zod'

/** A notification may be answered, and a receipt come, for a day. */
const TOKEN_SECONDS = 86_400

export type PushTokens = ReturnType<typeof createPushTokens>

/** The token that a notification shows when it is answered or was shown: the delivery, and nothing else, readable by us alone. */
export function createPushTokens(keys: Uint8Array[]) {
  const encryption = createEncryption('notifier.push', keys, z.object({ delivery: z.uuid() }))
  return {
    seal: (delivery: string, now: Date) =>
      encryption.encrypt({ delivery }, { expiresAt: new Date(now.getTime() + TOKEN_SECONDS * 1_000) }),
    /** The delivery; null for a token that is forged, expired or of something else. */
    open: async (token: string, now: Date) => (await encryption.decrypt(token, now))?.delivery ?? null,
  }
}
