import type { Channel } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/**
 * The rate of a channel, shared by all processes: a bucket that fills with the rate and holds what one second gives, one call at least. The database's clock
 * fills it.
 */

const filled = (perSecond: number) => sql`
  least(${Math.max(1, perSecond)}::float8, r.free + ${perSecond}::float8 * greatest(0, extract(epoch from clock_timestamp() - r.filled_at)))`

/** How many calls the bucket holds, which is kept from other processes until the transaction ends. */
export async function lockRate(tx: Transaction, channel: Channel, perSecond: number): Promise<number> {
  const lock = () =>
    tx.execute<{ free: number }>(sql`
      select ${filled(perSecond)} as free from sending_rates r where channel = ${channel} for update`)
  const [known] = await lock()
  if (known) return known.free
  await tx.execute(sql`
    insert into sending_rates (channel, free, filled_at) values (${channel}, ${Math.max(1, perSecond)}, clock_timestamp())
    on conflict do nothing`)
  const [made] = await lock()
  return made?.free ?? 0
}

export async function spendRate(
  tx: Transaction,
  channel: Channel,
  { perSecond, calls }: { perSecond: number; calls: number },
): Promise<void> {
  await tx.execute(sql`
    update sending_rates r set free = ${filled(perSecond)} - ${calls}, filled_at = clock_timestamp()
    where channel = ${channel}`)
}
