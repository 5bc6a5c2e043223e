import { planView } from '@walkon/contracts/http/plans'
import { addedWebhookEndpoint } from '@walkon/contracts/http/webhook-endpoints'
import { z } from 'zod'
import { connectLane, payDay, type Ask } from './companion-visitor.ts'
import { eventually, type WalkonClient } from './walkon-client.ts'

const started = z.object({ sessionId: z.string() })

const HANDLE = '@canary.films'
const REASON = 'Canary films of lines without a wait'
const HOOK = 'https://hooks.walkon.example/canary-path?key=canary-key'

type Canary = { email: string; name: string; phone: string; park: { id: string; timezone: string } }

/** An account connects Lightning Lane and pays a day, buys the plan, applies as an affiliate and has its alerts posted to an address. Returns what no log may have. */
export async function buyTheRest(
  client: WalkonClient,
  ask: Ask,
  { email, name, phone, park }: Canary,
): Promise<string[]> {
  await ask('POST', '/billing/affiliate-applications', {
    fullName: name,
    email,
    phone,
    instagramHandle: HANDLE,
    instagramFollowers: 1_200,
    primaryPlatform: 'instagram',
    whyJoin: REASON,
  })
  const added = await ask('POST', '/notifications/webhook-endpoints', { url: HOOK })
  const { secret } = addedWebhookEndpoint.parse(added)
  await connectLane(client, email, ask)
  await payDay(client, ask, park)
  const { sessionId } = started.parse(await ask('POST', '/billing/plan/checkout'))
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  await eventually(async () => planView.parse(await ask('GET', '/billing/plan')).state === 'active')
  return [HANDLE, REASON, 'canary-path', 'canary-key', secret.slice('whsec_'.length)]
}
