import type { Ledger } from '@walkon/runtime/accounting'
import type { Transaction } from '@walkon/service/database'
import { eq, sql } from 'drizzle-orm'
import { publishedPasses } from '../schema.ts'

/** Each pass is told by its newest PassActivated or PassRestored. */
export const PUBLISHED_PASSES: Ledger = {
  table: sql`published_passes`,
  eventId: sql`event_id`,
  madeAt: sql`published_at`,
}

/** Saves that a pass was published. A restored pass loses its earlier answer, and billing waits for a new one. */
export async function savePublishedPass(tx: Transaction, passId: string, eventId: string): Promise<void> {
  await tx
    .insert(publishedPasses)
    .values({ id: passId, eventId })
    .onConflictDoUpdate({
      target: publishedPasses.id,
      set: { eventId, publishedAt: sql`now()`, accountedAt: null, republishedAt: null },
    })
}

export async function deletePublishedPass(tx: Transaction, passId: string): Promise<void> {
  await tx.delete(publishedPasses).where(eq(publishedPasses.id, passId))
}
