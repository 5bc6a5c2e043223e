import type { Database } from '@walkon/service/database'
import { createEncryption, WITHOUT_EXPIRY } from '@walkon/service/encryption'
import { z } from 'zod'
import { listSecrets, saveSecrets } from '../../db/webhooks/webhooks.ts'

/** The secrets that sign webhooks, encrypted where they are stored. */
export type WebhookSecrets = {
  seal(secret: string): Promise<string>
  /** Null for text that no key opens. */
  open(sealed: string): Promise<string | null>
}

export function createWebhookSecrets(keys: Uint8Array[]): WebhookSecrets {
  const encryption = createEncryption('notifier.webhook-secret', keys, z.object({ secret: z.string() }))
  return {
    seal: (secret) => encryption.encrypt({ secret }),
    open: async (sealed) => (await encryption.decrypt(sealed, WITHOUT_EXPIRY))?.secret ?? null,
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000'
const AT_ONCE = 200

/** Encrypts all secrets again with the current key, so that an older key can be dropped after a start. */
export async function renewSecrets(db: Database, { seal, open }: WebhookSecrets): Promise<void> {
  for (let after: string | undefined = FIRST; after; ) {
    const sealed: { id: string; secret: string }[] = await listSecrets(db, after, AT_ONCE)
    const renewed = sealed.map(async ({ id, secret }) => {
      const opened = await open(secret)
      return opened === null ? [] : [{ id, secret: await seal(opened) }]
    })
    await saveSecrets(db, (await Promise.all(renewed)).flat())
    after = sealed.at(-1)?.id
  }
}
