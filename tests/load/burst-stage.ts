import { prepareDatabase } from '@walkon/local/database'
import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { notifier } from '@walkon/notifier/app'
import { createLog } from '@walkon/service/log'
import { applyMigrations } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import postgres from 'postgres'
import { z } from 'zod'
import { aPoll, insertWatchers } from './evaluator-bench.ts'
import { cpuSeconds, cpuSecondsOfFamily, parentOf } from './process-measures.ts'
import { toEnvironment } from './service-parts.ts'
import { spawnServer, spawnService, type SpawnedServer } from './spawned-server.ts'

/** What the provider's ledger says since it was cleared. */
const ledger = z.object({
  recipients: z.int(),
  doubled: z.int(),
  firstAt: z.number().nullable(),
  lastAt: z.number().nullable(),
})
type Ledger = z.output<typeof ledger>

export type Stage = Awaited<ReturnType<typeof setStage>>

export type Park = { parkId: string; visitors: number }

const SERVICES = [alertEvaluator, notifier]

/** alert-evaluator, notifier and the provider, each in a process of its own, on a fresh database and the local log. */
export async function setStage(serverUrl: string, settings: Record<string, string> = {}) {
  const urls = await prepareDatabase(serverUrl, 'bench', [
    'event_log',
    ...SERVICES.map(({ schema }) => schema),
  ])
  const urlOf = (schema: string) => urls[schema] ?? ''
  for (const { schema, migrationsFolder } of SERVICES)
    await applyMigrations(urlOf(schema), schema, migrationsFolder)
  const databaseUrl = Object.assign(new URL(serverUrl), {
    pathname: new URL(urlOf('notifier')).pathname,
  }).href
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: { search_path: alertEvaluator.schema },
  })
  const events = createPostgresLog({
    url: urlOf('event_log'),
    log: createLog({ service: 'bench', level: 'warn' }),
  })
  await events.start()
  const provider = await spawnServer('burst-provider-server.ts')
  const [providerUrl = ''] = provider.addresses
  const services: Record<string, SpawnedServer> = {}
  for (const { name, schema } of SERVICES) {
    const environment = { ...toEnvironment(urlOf(schema), providerUrl, 'bench'), ...settings }
    services[name] = await spawnService(
      'burst-service-server.ts',
      name,
      urlOf('event_log'),
      JSON.stringify({ ...environment, TWILIO_API_URL: providerUrl }),
    )
  }
  return {
    sql,
    databaseUrl,
    providerUrl,
    eventLog: events.eventLog,
    services,
    postmaster: await findPostmaster(sql),
    stop: async () => {
      for (const { stop } of [...Object.values(services), provider]) stop()
      await events.close()
      await sql.end()
    },
  }
}

/** The parent of a connection's process. */
async function findPostmaster(sql: postgres.Sql): Promise<number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return parentOf(backend?.pid ?? 0) ?? Number.NaN
}

/** A park whose one ride is watched by so many visitors, each of whom gets mails, or texts to a number that said YES. */
export async function openBurstPark(
  { sql }: Stage,
  visitors: number,
  channel: 'email' | 'sms' = 'email',
): Promise<Park> {
  const parkId = randomUUID()
  await insertWatchers(sql, { parkId, rides: 1, watchers: visitors, named: parkId, channel })
  if (channel === 'sms') await confirmNumbers(sql, parkId)
  await sql`vacuum analyze`
  await sql`checkpoint`
  return { parkId, visitors }
}

/** The owners of the numbers have said YES. */
export async function confirmNumbers(sql: postgres.Sql, parkId: string): Promise<void> {
  await sql`
    insert into notifier.consents (number_hash, email_hash, number, email, version, given_at, asked_at, confirmed_at)
    select encode(sha256(convert_to(p.address, 'UTF8')), 'hex'), encode(sha256(convert_to(p.email, 'UTF8')), 'hex'),
      p.address, p.email, '1', now(), now(), now()
    from passes p join subscriptions s on s.id = p.subscription_id where s.park_id = ${parkId}`
}

/**
 * The ride of a park falls. Returns the instant at which the reading entered the log, the ledger once all are accepted, and the CPU that both
 * services and PostgreSQL had taken by then.
 */
export async function letRideFall(
  stage: Stage,
  { parkId, visitors }: Park,
): Promise<Ledger & { observedAt: number; cpuSeconds: number }> {
  const { sql, eventLog, providerUrl } = stage
  await fetch(`${providerUrl}/ledger`, { method: 'DELETE' })
  const [ride] = await sql<{ id: string }[]>`select id from attractions where park_id = ${parkId}`
  const cpuBefore = cpuSecondsOf(stage)
  const observedAt = Date.now()
  await eventLog.publish([aPoll(parkId, [ride?.id ?? ''], 10)])
  await allAccepted(providerUrl, visitors)
  const cpuTaken = cpuSecondsOf(stage) - cpuBefore
  await allAccounted(sql)
  return { observedAt, cpuSeconds: cpuTaken, ...(await readLedger(providerUrl)) }
}

const cpuSecondsOf = ({ services, postmaster }: Stage): number =>
  Object.values(services).reduce((sum, { pid }) => sum + cpuSeconds(pid), cpuSecondsOfFamily(postmaster))

const PATIENCE_MS = 300_000

async function allAccepted(providerUrl: string, wanted: number): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await after(100))
    if ((await readLedger(providerUrl)).recipients >= wanted) return
}

/** Until what became of each alert is known: nothing of this burst is left to be done, and a doubled mail would have come. */
async function allAccounted(sql: postgres.Sql): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await after(250)) {
    const [row] = await sql`select exists (select from alerts where accounted_at is null) as open`
    if (!row?.['open']) return
  }
}

const readLedger = async (providerUrl: string): Promise<Ledger> =>
  ledger.parse(await (await fetch(`${providerUrl}/ledger`)).json())
