import type { Database } from '@walkon/service/database'
import { createEncryption, WITHOUT_EXPIRY } from '@walkon/service/encryption'
import webPush from 'web-push'
import { z } from 'zod'
import type { VapidKeys } from '../../clients/web-push.ts'
import { saveEncryptedKey, saveFirstKeys } from '../../db/push/vapid-keys.ts'

/**
 * The key pair of this installation, made at the first start of the first process. If two start at once, both have the pair that was kept.
 * Each start encrypts the private half again with the current key, so that an older key can be dropped after it. Throws if no key opens it:
 * another pair would end every subscription.
 */
export function createVapidKeys(db: Database, keys: Uint8Array[]): () => Promise<VapidKeys> {
  const encryption = createEncryption('notifier.vapid-key', keys, z.object({ privateKey: z.string() }))

  async function load(): Promise<VapidKeys> {
    const fresh = webPush.generateVAPIDKeys()
    const sealed = await encryption.encrypt({ privateKey: fresh.privateKey })
    return db.transaction(async (tx) => {
      const kept = await saveFirstKeys(tx, { publicKey: fresh.publicKey, privateKey: sealed })
      const opened = await encryption.decrypt(kept.privateKey, WITHOUT_EXPIRY)
      if (!opened) throw new Error('No key of TOKEN_KEYS opens the VAPID key')
      await saveEncryptedKey(tx, await encryption.encrypt(opened))
      return { publicKey: kept.publicKey, privateKey: opened.privateKey }
    })
  }

  let loading: Promise<VapidKeys> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
