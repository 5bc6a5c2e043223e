import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { insertTextRequest } from '../../db/text-codes.ts'
import type { Limits } from '../../limits/attempts.ts'

export type TextCodeRequest = {
  /** E.164. */
  number: string
  /** The address that asks. */
  client: string
  /** The account that this browser has proved to know, if any. */
  device: string | null
}

/**
 * Stores a request for a code by text. A job sends the code after the answer, if the number signs in to an account. Throws
 * `over_sms_send_rate_limit`.
 */
export async function requestTextCode(
  { db, limits, now }: { db: Database; limits: Limits; now: () => Date },
  { number, client, device }: TextCodeRequest,
): Promise<void> {
  await limits.text(client, number, device)
  await db.transaction((tx) => insertTextRequest(tx, { id: randomUUID(), number, createdAt: now() }))
}
