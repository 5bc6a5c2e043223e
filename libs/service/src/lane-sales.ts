import { z } from 'zod'
import { createEncryption } from './encryption.ts'

/** Planner's statement: this account is connected, and this park publishes return times. */
type LaneSale = { userId: string; parkId: string }

export type LaneSaleKeys = {
  seal(sale: LaneSale, now: Date): Promise<string>
  /** False for a key that is forged, expired, or of another account or park. */
  isFor(key: string, sale: LaneSale, now: Date): Promise<boolean>
}

/** The payment page opens right after the key was made. */
const MINUTES = 5

/** Planner alone knows who is connected, and billing sells: the key carries the one's answer to the other. `keys`: `SALE_KEYS`. */
export function createLaneSaleKeys(keys: Uint8Array[]): LaneSaleKeys {
  const encryption = createEncryption('lane-sale', keys, z.object({ userId: z.uuid(), parkId: z.uuid() }))
  return {
    seal: ({ userId, parkId }, now) =>
      encryption.encrypt({ userId, parkId }, { expiresAt: new Date(now.getTime() + MINUTES * 60_000) }),
    async isFor(key, { userId, parkId }, now) {
      const sale = await encryption.decrypt(key, now)
      return sale !== null && sale.userId === userId && sale.parkId === parkId
    },
  }
}
