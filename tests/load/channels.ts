import { hashAddress } from '@walkon/service/address-hash'
import postgres from 'postgres'
import { startPipeline } from './alert-pipeline.ts'
import {
  acceptedMails,
  activationsMailed,
  observe,
  openParks,
  percentile,
  toDelays,
  visitorOf,
  type BenchChannel,
  type BenchPark,
} from './bench-parks.ts'
import { scaled } from './measures.ts'
import { addPushDevices } from './push-watchers.ts'
import { figure, mustBe, type BenchResult } from './result.ts'
import { clearFaults, setFault } from './sandbox-faults.ts'

/** A channel joins the benchmark by a line here. */
const CHANNELS = [
  { name: 'email', messages: 'mails', provider: 'postmark' },
  { name: 'sms', messages: 'texts', provider: 'twilio' },
  { name: 'push', messages: 'pushes', provider: 'push' },
] as const
type Channel = (typeof CHANNELS)[number]

/** What a provider does to the channel beside: refuses connections, answers after 9.9 s, answers 429. */
const TROUBLES = ['down', 'slow', 'rate-limited'] as const
type Trouble = (typeof TROUBLES)[number]

const WARM_UP_SECONDS = 5
const SECONDS = 20
const ALERTS_PER_SECOND = 5
/** Longer than a provider in trouble holds back an alert once the trouble is over. */
const PATIENCE_MS = 120_000

type Pipeline = Awaited<ReturnType<typeof startPipeline>>
type Round = { seconds: number; fallenBefore: number }

/** How long alerts of one channel take while the provider of another is in trouble, beside how long they take without. */
export async function benchChannels(
  serverUrl: string,
  folder: string,
  scale: number,
): Promise<BenchResult[]> {
  const pipeline = await startPipeline(serverUrl, folder)
  try {
    const parks = await openParks(
      pipeline.parkDataDb,
      CHANNELS.map(({ name }) => name),
    )
    await readyVisitors(pipeline, parks)
    await activationsMailed(pipeline.sandboxUrl)
    const seconds = scaled(SECONDS, scale, 2)
    const rounds = [null, ...CHANNELS.flatMap((ill) => TROUBLES.map((trouble) => ({ ill, trouble })))]
    const observedAt = new Map<string, number>()
    const results: BenchResult[] = []
    for (const [index, illness] of rounds.entries()) {
      const round = { seconds, fallenBefore: index * seconds * ALERTS_PER_SECOND }
      results.push(...(await measureRound(pipeline, parks, round, illness, observedAt)))
    }
    for (const { name, messages } of CHANNELS) {
      const { lost, doubled } = await delaysOf(pipeline, name, observedAt, observedAt)
      results.push(mustBe(`${messages} lost in all rounds`, lost, 'alerts', 0))
      results.push(mustBe(`${messages} doubled in all rounds`, doubled, 'alerts', 0))
    }
    return results
  } finally {
    await pipeline.stop()
  }
}

/** Lets rides fall while the provider is in trouble, and ends when it has recovered. */
async function measureRound(
  pipeline: Pipeline,
  parks: BenchPark[],
  { seconds, fallenBefore }: Round,
  illness: { ill: Channel; trouble: Trouble } | null,
  observedAt: Map<string, number>,
): Promise<BenchResult[]> {
  const recover = illness && (await startTrouble(pipeline, illness.ill, illness.trouble))
  const fell = await observe(pipeline.parkDataDb, parks, {
    warmUp: fallenBefore === 0 ? WARM_UP_SECONDS : 0,
    seconds,
    alertsPerSecond: ALERTS_PER_SECOND,
    fallenBefore,
  })
  for (const [ride, at] of fell) observedAt.set(ride, at)
  const results: BenchResult[] = []
  for (const { name, messages } of CHANNELS.filter((channel) => channel !== illness?.ill)) {
    const { sortedMs, lost } = await delaysOf(pipeline, name, fell, observedAt)
    const beside = illness ? `while ${illness.ill.messages} are ${illness.trouble}` : 'with all channels well'
    results.push(
      figure(`observation to accepted, p95 of ${messages} ${beside}`, percentile(sortedMs, 0.95), 'ms'),
      mustBe(`${messages} held up ${beside}`, lost, 'alerts', 0),
    )
  }
  await recover?.()
  if (illness) await delaysOf(pipeline, illness.ill.name, fell, observedAt)
  return results
}

/** Of the rides that fell in a round; waits until all rides that ever fell are alerted on the channel. */
async function delaysOf(
  { sandboxUrl }: Pipeline,
  channel: BenchChannel,
  fell: Map<string, number>,
  observedAt: Map<string, number>,
) {
  return toDelays(fell, await acceptedMails(sandboxUrl, observedAt.size, PATIENCE_MS, channel))
}

/** Returns how it ends. */
async function startTrouble({ doors, sandboxUrl }: Pipeline, { provider }: Channel, kind: Trouble) {
  if (kind === 'down') {
    await doors[provider].cut()
    return doors[provider].restore
  }
  await setFault(sandboxUrl, { provider, kind })
  return () => clearFaults(sandboxUrl)
}

/** The visitors who get texts have said YES, and those who get pushes have a device that replaces their email. */
async function readyVisitors({ databaseUrl, sandboxUrl }: Pipeline, parks: BenchPark[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, connection: { search_path: 'notifier' } })
  for (const park of parks) {
    const { email, recipient } = visitorOf(park, 'sms')
    await sql`
      insert into consents (number_hash, email_hash, number, email, version, given_at, asked_at, confirmed_at)
      values (${hashAddress(recipient.address)}, ${hashAddress(email)}, ${recipient.address}, ${email}, '1', now(), now(), now())`
  }
  await addPushDevices(
    sql,
    sandboxUrl,
    parks.map((park) => visitorOf(park, 'push').email),
  )
  await sql.end()
}
