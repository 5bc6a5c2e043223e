import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { z } from 'zod'
import { startPipeline } from './alert-pipeline.ts'
import { confirmNumbers } from './burst-stage.ts'
import { readingsOf, insertWatchers } from './evaluator-bench.ts'
import { scaled } from './measures.ts'
import { addPushDevices } from './push-watchers.ts'
import { figure, mustBe, type BenchResult } from './result.ts'
import { setFault } from './sandbox-faults.ts'

/** So many of each channel: 10,000 in all. */
const DELIVERIES = 3_334
/** The visitors of push get it in place of email. */
const CHANNELS = ['email', 'sms', 'push'] as const
type Channel = (typeof CHANNELS)[number]
const PROVIDERS = ['postmark', 'twilio', 'push']

/** Of all calls, 12 %: after most of them the provider has the message. */
const UNCLEAR = [
  { kind: 'error-after-accept', rate: 0.04 },
  { kind: 'reset-after-accept', rate: 0.03 },
  { kind: 'timeout-after-accept', rate: 0.02 },
  { kind: 'error', rate: 0.03 },
]

/** The order of production, shorter: a doubt about a text is waited out to its end. */
export const SHORT_WAITS = {
  PROVIDER_TIMEOUT_SECONDS: '4',
  DELIVERY_LEASE_SECONDS: '8',
  LOOKUP_LEAST_WAIT_SECONDS: '5',
  LOOKUP_WAIT_SECONDS: '15',
}
const PATIENCE_MS = 600_000

/** Deliveries on all channels with unclear answers: whatever the notifier was told, the ledger has each message once. */
export async function benchDoubtfulDeliveries(
  serverUrl: string,
  folder: string,
  scale: number,
): Promise<BenchResult[]> {
  const pipeline = await startPipeline(serverUrl, folder, { settings: SHORT_WAITS })
  const { databaseUrl, sandboxUrl, parkDataDb, metrics } = pipeline
  const sql = postgres(Object.assign(new URL(serverUrl), { pathname: new URL(databaseUrl).pathname }).href, {
    max: 1,
    connection: { search_path: 'alert_evaluator' },
  })
  try {
    const count = scaled(DELIVERIES, scale, 50)
    const polls: { data: ReturnType<typeof readingsOf> }[] = []
    const expected: Expected[] = []
    for (const channel of CHANNELS) {
      const parkId = randomUUID()
      expected.push(await watch(sql, sandboxUrl, { parkId, channel, count }))
      const [ride] = await sql<{ id: string }[]>`select id from attractions where park_id = ${parkId}`
      polls.push({ data: readingsOf(parkId, [ride?.id ?? ''], 10) })
    }
    for (const provider of PROVIDERS)
      for (const fault of UNCLEAR) await setFault(sandboxUrl, { provider, ...fault })
    await parkDataDb.transaction((tx) => emit(tx, waitTimeObserved, polls))
    // A visitor of push also has an email, which waits for the push and is replaced by it.
    await allEnded(sql, count * (CHANNELS.length + 1))
    const { unclear, resent } = await readDeliveries(sql)
    const counted = await countResends(metrics['notifier'])
    return [
      figure('deliveries with an unclear answer', unclear, 'deliveries'),
      figure('deliveries sent again after an unclear answer', resent, 'deliveries'),
      mustBe('of those, not counted by the metric', resent - counted, 'deliveries', 0),
      ...(await compareLedger(sandboxUrl, expected)),
    ]
  } finally {
    await sql.end()
    await pipeline.stop()
  }
}

async function allEnded(sql: Sql, wanted: number): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await after(500)) {
    const [row] = await sql<{ ended: number }[]>`
      select count(*)::int as ended from notifier.deliveries
      where source = 'alert' and state not in ('queued', 'sending', 'unknown')`
    if (row?.ended === wanted) return
  }
}

async function readDeliveries(sql: Sql): Promise<{ unclear: number; resent: number }> {
  const [row] = await sql<{ unclear: number; resent: number }[]>`
    select count(*) filter (where doubted_at is not null)::int as unclear,
      coalesce(sum(greatest(attempt_no - 1, 0)), 0)::int as resent
    from notifier.deliveries where source = 'alert'`
  return row ?? { unclear: Number.NaN, resent: Number.NaN }
}

async function countResends(
  registry: { getSingleMetric(name: string): unknown } | undefined,
): Promise<number> {
  const metric = registry?.getSingleMetric('delivery_resend_after_unknown_total') as
    | { get(): Promise<{ values: { value: number }[] }> }
    | undefined
  const values = (await metric?.get())?.values ?? []
  return values.reduce((sum, { value }) => sum + value, 0)
}

/** For each visitor of a channel, the addresses of the ledger at which one message is to be. */
type Expected = { channel: Channel; visitors: string[][] }

/** Visitors of a park who watch its one ride, by one channel. */
async function watch(
  sql: Sql,
  sandboxUrl: string,
  { parkId, channel, count }: { parkId: string; channel: Channel; count: number },
): Promise<Expected> {
  const recipients = channel === 'sms' ? 'sms' : 'email'
  await insertWatchers(sql, { parkId, rides: 1, watchers: count, named: parkId, channel: recipients })
  if (channel === 'sms') await confirmNumbers(sql, parkId)
  const rows = await sql<{ address: string }[]>`
    select p.address from passes p join subscriptions s on s.id = p.subscription_id where s.park_id = ${parkId}`
  const addresses = rows.map(({ address }) => address)
  // Where no device has taken the push, the email is the message.
  const visitors =
    channel === 'push'
      ? [...(await addPushDevices(sql, sandboxUrl, addresses))]
      : addresses.map((each) => [each])
  return { channel, visitors }
}

const messages = z.array(
  z.object({ to: z.string(), headers: z.looseObject({ topic: z.string().optional() }) }),
)

/**
 * The ledger has what was accepted, whatever the notifier was told. A push that comes again with the topic of the first takes its
 * place on the screen.
 */
async function compareLedger(sandboxUrl: string, expected: Expected[]): Promise<BenchResult[]> {
  const seen = new Map<string, number>()
  for (const channel of CHANNELS) {
    const response = await fetch(`${sandboxUrl}/sandbox/messages?channel=${channel}`)
    const accepted = messages.parse(await response.json())
    const shown = new Set(accepted.map(({ to, headers: { topic } }, index) => `${to} ${topic ?? index}`))
    for (const message of shown) {
      const to = message.split(' ')[0] ?? ''
      seen.set(to, (seen.get(to) ?? 0) + 1)
    }
  }
  const received = (visitor: string[]) => visitor.reduce((sum, address) => sum + (seen.get(address) ?? 0), 0)
  return expected.flatMap(({ channel, visitors }) => {
    const counts = visitors.map(received)
    const doubled = counts.reduce((sum, each) => sum + Math.max(0, each - 1), 0)
    return [
      mustBe(
        `${channel}: lost with unclear answers`,
        counts.filter((each) => each === 0).length,
        'deliveries',
        0,
      ),
      mustBe(`${channel}: doubled with unclear answers`, doubled, 'deliveries', 0),
    ]
  })
}
