import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from 'postgres'

const subscription = z.object({ endpoint: z.url(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })

/**
 * Subscribes a device of the sandbox for each of these visitors, and has push replace their email. Returns the ids that the devices have
 * in the ledger, by address.
 */
export async function addPushDevices(
  sql: Sql,
  sandboxUrl: string,
  emails: string[],
): Promise<Map<string, string>> {
  const [vapid] = await sql<{ publicKey: string }[]>`
    select public_key as "publicKey" from notifier.vapid_keys`
  const devices = new Map<string, string>()
  for (const email of emails) {
    const response = await fetch(`${sandboxUrl}/sandbox/devices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey: vapid?.publicKey, name: 'Bench' }),
    })
    const { endpoint, keys } = subscription.parse(await response.json())
    await sql`
      insert into notifier.push_devices (id, email_hash, endpoint, endpoint_hash, p256dh, auth, name)
      values (${randomUUID()}, encode(sha256(convert_to(${email}, 'UTF8')), 'hex'), ${endpoint},
        encode(sha256(convert_to(${endpoint}, 'UTF8')), 'hex'), ${keys.p256dh}, ${keys.auth}, 'Bench')`
    await sql`
      insert into notifier.push_preferences (email_hash, replaces_email)
      values (encode(sha256(convert_to(${email}, 'UTF8')), 'hex'), true)`
    devices.set(email, endpoint.split('/').at(-1) ?? '')
  }
  return devices
}
