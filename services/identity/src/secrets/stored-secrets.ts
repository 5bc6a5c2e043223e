import { createEncryption, WITHOUT_EXPIRY } from '@walkon/service/encryption'
import { z } from 'zod'

/** The purpose of a derived key; a secret stored for one purpose cannot be read for another. */
export type StoredSecretPurpose = 'signing-key' | 'totp-secret'

export type StoredSecrets = {
  seal(text: string): Promise<string>
  /** Throws for text that no key opens: a fault of ours, never of a visitor. */
  open(sealed: string): Promise<string>
  opens(sealed: string): Promise<boolean>
}

const shape = z.object({ text: z.string() })

/** Encrypts what the database stores but must not show. The first key encrypts, all keys decrypt. */
export function createStoredSecrets(purpose: StoredSecretPurpose, keys: Uint8Array[]): StoredSecrets {
  const encryption = createEncryption(`identity.${purpose}`, keys, shape)
  return {
    seal: (text) => encryption.encrypt({ text }),
    open: async (sealed) => {
      const claims = await encryption.decrypt(sealed, WITHOUT_EXPIRY)
      if (!claims) throw new Error(`No key opens this ${purpose}`)
      return claims.text
    },
    opens: async (sealed) => (await encryption.decrypt(sealed, WITHOUT_EXPIRY)) !== null,
  }
}
