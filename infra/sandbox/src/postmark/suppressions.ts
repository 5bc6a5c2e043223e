import { z } from 'zod'
import type { Store } from '../state/store.ts'

const SUPPRESSION_REASONS = ['HardBounce', 'SpamComplaint', 'ManualSuppression'] as const
const SUPPRESSION_ORIGINS = ['Recipient', 'Customer', 'Admin'] as const

const suppressionRow = z.object({
  stream: z.string(),
  email: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  origin: z.enum(SUPPRESSION_ORIGINS),
  created_at: z.int(),
})
export type Suppression = z.output<typeof suppressionRow>

/** False when the address was suppressed already; the first reason stays. */
export function insertSuppression(store: Store, suppression: Suppression): boolean {
  const { stream, email, reason, origin, created_at } = suppression
  return (
    store
      .sql('insert into suppressions values (?, ?, ?, ?, ?) on conflict do nothing')
      .run(stream, email.toLowerCase(), reason, origin, created_at).changes === 1
  )
}

export function deleteSuppression(store: Store, stream: string, email: string): boolean {
  const deleted = store
    .sql('delete from suppressions where stream = ? and email = ?')
    .run(stream, email.toLowerCase())
  return deleted.changes === 1
}

export function findSuppression(store: Store, stream: string, email: string): Suppression | null {
  const row = store
    .sql('select * from suppressions where stream = ? and email = ?')
    .get(stream, email.toLowerCase())
  return row ? suppressionRow.parse(row) : null
}

export function listSuppressions(store: Store, stream: string): Suppression[] {
  const rows = store.sql('select * from suppressions where stream = ? order by created_at, email').all(stream)
  return z.array(suppressionRow).parse(rows)
}
