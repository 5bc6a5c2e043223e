import { SERVICE_NAMES } from '@walkon/contracts/services'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADING, judge, toRow, type News } from '../faults/promise.ts'
import { eventually } from '../support/walkon-client.ts'
import { diskOf, REPLICATION_FACTOR, startBrokers } from './brokers.ts'
import { runWalkon } from './commands.ts'
import { startDatabases } from './databases.ts'
import { openYard, type Yard } from './docker.ts'
import { startRedis } from './redis.ts'
import { startWorld, type World } from './world.ts'

/**
 * The outages that the runbooks are about, one after the other, each ended by the steps of its page: three brokers, a database with a
 * standby that it waits for, Redis. Each fall is one alert for each visitor.
 */

const FALLS_BEFORE = 1
const SECONDS_AWAY = 20
/** Before the instant of a restore, and before Kafka was lost. */
const MINUTES_BACK = 10

let yard: Yard
let brokers: Awaited<ReturnType<typeof startBrokers>>
let databases: Awaited<ReturnType<typeof startDatabases>>
let redis: Awaited<ReturnType<typeof startRedis>>
let world: World
const rows: string[] = []

beforeAll(async () => {
  const began = Date.now()
  yard = await openYard()
  ;[brokers, databases, redis] = await Promise.all([
    startBrokers(yard),
    startDatabases(yard),
    startRedis(yard),
  ])
  say(`servers after ${(Date.now() - began) / 1_000} s`)
  world = await startWorld({
    databaseUrl: databases.url,
    kafkaBrokers: brokers.addresses,
    redisUrl: redis.url,
    replicationFactor: REPLICATION_FACTOR,
  })
  say(`product after ${(Date.now() - began) / 1_000} s`)
})

afterAll(async () => {
  say([HEADING, ...rows].join('\n'))
  await world?.stop()
  await databases?.close()
  await yard?.close()
})

const say = (text: string) => process.stdout.write(`\n${text}\n`)

/** Each ends when the fault does, whatever the product still has to do. */
const outages: { fault: string; during: () => Promise<void> }[] = [
  {
    fault: 'one of three brokers killed',
    during: async () => {
      await yard.kill('kafka-1')
      await after(SECONDS_AWAY * 1_000)
      await yard.start('kafka-1')
      await brokers.inSync('1')
    },
  },
  {
    fault: 'primary killed, standby promoted',
    during: async () => {
      await yard.kill('postgres-1')
      say(await databases.promoteStandby())
      await databases.answers()
    },
  },
  {
    fault: 'the disk of PostgreSQL full',
    during: async () => {
      const server = databases.primary()
      await yard.fill(`${server}-disk`)
      await yard.ended(server)
      await after(SECONDS_AWAY * 1_000)
      await yard.free(`${server}-disk`)
      await yard.start(server)
      await databases.answers()
      say(await yard.said(server, /PANIC|startup process failure/))
    },
  },
  {
    fault: 'the disk of a broker full',
    during: async () => {
      await yard.fill(diskOf('2'))
      await yard.ended('kafka-2')
      await after(SECONDS_AWAY * 1_000)
      await yard.free(diskOf('2'))
      await yard.start('kafka-2')
      await brokers.inSync('2')
      say(await yard.said('kafka-2', /No space left|due to log dir failure/))
    },
  },
  { fault: 'PostgreSQL restored to a point in time', during: () => restore() },
  {
    fault: 'Kafka lost with its disks',
    during: async () => {
      const since = new Date(Date.now() - MINUTES_BACK * 60_000).toISOString()
      await brokers.loseAll()
      await brokers.createTopics()
      for (const service of SERVICE_NAMES)
        say(await runWalkon(world, addresses(), service, 'republish', '--since', since, '--apply'))
    },
  },
  {
    fault: 'Redis lost',
    during: async () => {
      await redis.lose()
      await after(SECONDS_AWAY * 1_000)
      await redis.start()
    },
  },
]

const addresses = () => ({ kafkaBrokers: brokers.addresses, redisUrl: redis.url })

/** The page of a restore, with processes that are ended and started in the place of `kubectl scale`. */
async function restore(): Promise<void> {
  await databases.backUp()
  const instant = await databases.archivedInstant()
  await after(SECONDS_AWAY * 1_000)
  await yard.kill(databases.primary())
  const services = SERVICE_NAMES.flatMap((name) => world.product.processes[name] ?? [])
  await Promise.all(services.map((service) => service.pause()))
  say(await databases.restoreTo(instant))
  const restoredTo = new Date(instant)
  await brokers.setBack(SERVICE_NAMES, new Date(+restoredTo - MINUTES_BACK * 60_000))
  for (const service of ['identity', 'notifier', 'alert-evaluator', 'planner'] as const)
    say(
      await runWalkon(
        world,
        addresses(),
        service,
        'after-restore',
        '--to',
        restoredTo.toISOString(),
        '--apply',
      ),
    )
  for (const service of services) service.resume()
  await Promise.all(services.map((service) => service.ready()))
}

test.for(outages)('with $fault nothing is lost and nothing is told twice', async ({ fault, during }) => {
  const { openTable, openReturnTime, openFare, makeRetriesDue } = world.openings
  await world.deliveries.settled()
  const news: News[] = [
    ...(await world.fall(FALLS_BEFORE)),
    await openTable(),
    await openReturnTime(),
    await openFare({ isFirst: true }),
    await world.order(),
  ]
  const over = during().then(() => new Date())
  const meanwhile = Promise.all([openTable(), openFare({ isFirst: false }), world.order()])
  news.push(...(await world.fall(1)), ...(await meanwhile))
  const endedAt = await over
  news.push(...(await world.fall(1)))

  // What never comes is named below.
  await eventually(async () => {
    await makeRetriesDue()
    return judge(news, await world.mails()).lost.length === 0
  }).catch(() => {})
  await world.deliveries.settled().catch(() => {})
  const mails = await world.mails()
  for (const [kind, ofKind] of Map.groupBy(news, (each) => each.kind))
    rows.push(toRow(`${fault}: ${kind}`, judge(ofKind, mails, endedAt)))
  say(rows.join('\n'))
  const { lost, doubled } = judge(news, mails)
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
})
