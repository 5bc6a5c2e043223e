import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '../provider.ts'
import { draw } from '../simulation/draw.ts'
import type { Store } from './store.ts'

const FAULT_KINDS = [
  'rate-limited',
  'error',
  'error-after-accept',
  'timeout',
  'timeout-after-accept',
  'reset-after-accept',
  'slow',
  'malformed',
  'down',
  'lookup-down',
  'lookup-lag',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export const isLookupFault = (kind: FaultKind) => kind === 'lookup-down' || kind === 'lookup-lag'

export const newFault = z.strictObject({
  provider: z.enum(PROVIDERS),
  kind: z.enum(FAULT_KINDS),
  rate: z.number().min(0).max(1).default(1),
  /** After so many requests were hit, the fault is over. */
  count: z.int().min(1).optional(),
})
type NewFault = z.output<typeof newFault>

const faultRow = z.object({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  kind: z.enum(FAULT_KINDS),
  rate: z.number(),
  remaining: z.int().nullable(),
  seen: z.int(),
})
type Fault = z.output<typeof faultRow>

export function insertFault(store: Store, { provider, kind, rate, count }: NewFault): string {
  const id = randomUUID()
  store
    .sql('insert into faults (id, provider, kind, rate, remaining) values (?, ?, ?, ?, ?)')
    .run(id, provider, kind, rate, count ?? null)
  return id
}

export function listFaults(store: Store): Fault[] {
  const rows = store.sql('select id, provider, kind, rate, remaining, seen from faults order by serial').all()
  return z.array(faultRow).parse(rows)
}

export function deleteFaults(store: Store): void {
  store.sql('delete from faults').run()
}

/** The first fault that hits a request of a provider, counted; null when none does. */
export function takeFault(store: Store, provider: ProviderName, isLookup: boolean): FaultKind | null {
  return store.transaction(() => {
    const fault = listFaults(store)
      .filter((each) => each.provider === provider && concerns(each.kind, isLookup))
      .find((each) => isHit(store, each))
    if (!fault) return null
    if (fault.remaining === 1) store.sql('delete from faults where id = ?').run(fault.id)
    else store.sql('update faults set remaining = remaining - 1 where id = ?').run(fault.id)
    return fault.kind
  })
}

/** A provider that is down is down for everything; else looking up works while sending fails, and the reverse. */
function concerns(kind: FaultKind, isLookup: boolean): boolean {
  return kind === 'down' || isLookupFault(kind) === isLookup
}

function isHit(store: Store, { id, rate, seen }: Fault): boolean {
  store.sql('update faults set seen = seen + 1 where id = ?').run(id)
  return draw(id, seen) < rate
}
