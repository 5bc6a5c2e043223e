import { createEncryption } from '@walkon/service/encryption'
import { createSealedTokens, type SealedAddress } from '@walkon/service/sealed-tokens'
import { z } from 'zod'

const CONFIRMATION_DAYS = 7
const claims = z.object({ entry: z.uuid() })

export type NewsletterTokens = ReturnType<typeof createNewsletterTokens>

/** Creates the tokens of the newsletter's subscribers. */
export function createNewsletterTokens(keys: Uint8Array[]) {
  const confirmations = createSealedTokens('newsletter', keys)
  const receipts = createEncryption('newsletter.receipt', keys, claims)
  return {
    /** The key of a mailed link: who has it reads the mail of the address. */
    async sealConfirmation(email: string, now: Date): Promise<{ token: string; expiresAt: Date }> {
      const expiresInSeconds = CONFIRMATION_DAYS * 86_400
      const token = await confirmations.seal(email, { expiresInSeconds, now })
      return { token, expiresAt: new Date(now.getTime() + expiresInSeconds * 1_000) }
    },
    /** Null for a token that is forged, expired or meant for something else. */
    openConfirmation: (token: string, now: Date): Promise<SealedAddress | null> =>
      confirmations.open(token, now),

    /** A browser's receipt of the entry that it made. One of no entry looks the same. */
    sealReceipt: (entryId: string): Promise<string> => receipts.encrypt({ entry: entryId }),
    openReceipt: async (receipt: string, now: Date): Promise<string | null> =>
      (await receipts.decrypt(receipt, now))?.entry ?? null,
  }
}
