import type { Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/**
 * Records that the handing over of a mail begins, while its lease lasts; false where another sender may hold it by now. The attempt tells
 * this lease from a later one.
 */
export async function recordHandOver(
  db: Queryable,
  { deliveryId, attemptNo }: { deliveryId: string; attemptNo: number },
): Promise<boolean> {
  const recorded = await db.execute(sql`
    update deliveries set handed_at = now(), updated_at = now()
    where id = ${deliveryId}::uuid and state = 'sending' and attempt_no = ${attemptNo} and lease_until > now()`)
  return recorded.count === 1
}
