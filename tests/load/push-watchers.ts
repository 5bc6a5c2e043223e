import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from 'postgres'

const subscription = z.object({ endpoint: z.url(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })

/** Of each visitor of a park, by address, the device of the sandbox that alerts go to in place of email. */
export type PushVisitors = Map<string, string>

/** Subscribes a device for each visitor of a park, and has push replace their email. */
export async function addPushDevices(sql: Sql, sandboxUrl: string, parkId: string): Promise<PushVisitors> {
  const [vapid] = await sql<{ publicKey: string }[]>`
    select public_key as "publicKey" from notifier.vapid_keys`
  const visitors = await sql<{ email: string }[]>`select email from subscriptions where park_id = ${parkId}`
  const devices: PushVisitors = new Map()
  for (const { email } of visitors) {
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
    devices.set(email, endpoint.split('/').at(-1) ?? '')
  }
  await sql`
    insert into notifier.push_preferences (email_hash, replaces_email)
    select encode(sha256(convert_to(email, 'UTF8')), 'hex'), true from subscriptions where park_id = ${parkId}`
  return devices
}
