import type { EventDefinition } from '@walkon/contracts/event'
import { emit } from '@walkon/messaging/emit'
import type { Ledger } from '@walkon/runtime/accounting'
import type { Transaction } from '@walkon/service/database'
import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { savePublished } from '../db/published.ts'

type Thing<Definition extends EventDefinition> = {
  id: string
  /** That of the event, where it has one. */
  version?: number
  data: z.input<Definition['data']>
}

/** Publishes things that were sold. Until their reader answers that it has a thing, its event is published again (`jobs/reconcile-published.ts`). */
export async function publishAccounted<Definition extends EventDefinition & { publisher: 'billing' }>(
  tx: Transaction,
  definition: Definition,
  ledger: Ledger,
  things: Thing<Definition>[],
): Promise<void> {
  const published = things.map((thing) => ({ ...thing, eventId: randomUUIDv7() }))
  await emit(
    tx,
    definition,
    published.map(({ eventId: id, data }) => ({ id, data })),
  )
  await savePublished(
    tx,
    ledger,
    published.map(({ id, eventId, version }) => ({ id, eventId, version })),
  )
}
