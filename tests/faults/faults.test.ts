import { SERVICE_NAMES } from '@walkon/contracts/services'
import { setTimeout as after } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/walkon-client.ts'
import { emptyKafka, poison, publishAllAgain } from './log-faults.ts'
import { runDeadLetters, tellAlertLife } from './operator-commands.ts'
import { HEADING, judge, toLine, type Fall } from './promise.ts'
import { controlServers } from './servers.ts'
import { startWorld, type World } from './world.ts'

/**
 * The promise under faults: each fall is one alert for each visitor, none lost, none doubled. The product runs as a process a
 * service on real Kafka, PostgreSQL and Redis; what the provider accepted is counted in its own ledger.
 */

const FALLS_BEFORE_A_FAULT = 4
const KILLS = 4

let world: World
let servers: Awaited<ReturnType<typeof controlServers>>
const all: { fault: string; falls: Fall[] }[] = []

beforeAll(async () => {
  servers = await controlServers()
  world = await startWorld()
})

afterAll(async () => {
  if (!world) return
  const mails = await world.mails().catch(() => [])
  const table = all.map(({ fault, falls }) => toLine(fault, judge(falls, mails)))
  process.stdout.write(`\n${[HEADING, ...table].join('\n')}\n`)
  await world.stop()
})

const broken = (fault: object) =>
  world.client.send('POST', '/sandbox/faults', { provider: 'postmark', ...fault })
const mended = () => world.client.send('DELETE', '/sandbox/faults')

type Scenario = {
  fault: string
  during: () => Promise<void>
  /** How many rides fall right before the fault. */
  falls?: number
  /** The fault begins when the falls before it are told, and no ride falls meanwhile. */
  whenQuiet?: true
}

/** Ended as an orchestrator ends them; the gateway too, but not the companies' stand-in. */
const OWN_PROCESSES = [...SERVICE_NAMES, 'gateway', 'alert-evaluator-2', 'notifier-2']

/** Killed as soon as all of them work again, so that each time is at another moment of the way of an alert. */
const killedAgainAndAgain = (...victims: string[]): Scenario => ({
  fault: `${victims[0]} killed again and again`,
  falls: 2,
  during: async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      for (const victim of victims) world.kill(victim)
      await Promise.all(victims.map((victim) => world.ready(victim)))
    }
  },
})

const scenarios: Scenario[] = [
  { fault: 'no fault', during: async () => {} },
  { fault: 'Kafka restarted', during: () => servers.restart('kafka') },
  { fault: 'Kafka paused for 15 s', during: () => servers.pause('kafka', 15) },
  { fault: 'PostgreSQL restarted', during: () => servers.restart('postgres') },
  { fault: 'PostgreSQL killed, 5 s away', during: () => servers.kill('postgres', 5) },
  { fault: 'PostgreSQL paused for 10 s', during: () => servers.pause('postgres', 10) },
  { fault: 'Redis killed, 5 s away', during: () => servers.kill('redis', 5) },
  {
    fault: 'Redis emptied and paused for 10 s',
    during: () => servers.emptyRedis().then(() => servers.pause('redis', 10)),
  },
  {
    fault: 'a visitor joins while Redis is away',
    during: async () => {
      const letGo = await servers.hold('redis')
      await world.join().finally(letGo)
    },
  },
  // The last of Redis: a container that is killed comes back with the first server alone.
  { fault: 'Redis failed over, old connections kept', during: () => world.failRedisOver() },
  {
    fault: 'every service ended in turn by SIGTERM',
    during: async () => {
      for (const name of OWN_PROCESSES) await world.replace(name)
    },
  },
  {
    fault: 'old records again, inboxes emptied',
    during: async () => {
      await world.emptyInboxes()
      expect(await publishAllAgain()).toBeGreaterThan(0)
    },
    // The alerts of its own falls come again too.
    whenQuiet: true,
  },
  { fault: 'Kafka emptied', during: emptyKafka, whenQuiet: true },
  {
    fault: 'replicas killed one after the other',
    during: async () => {
      for (const replica of ['alert-evaluator', 'notifier', 'alert-evaluator-2', 'notifier-2', 'park-data']) {
        world.kill(replica)
        await after(1_500)
      }
    },
  },
  killedAgainAndAgain('park-data'),
  killedAgainAndAgain('alert-evaluator', 'alert-evaluator-2'),
  killedAgainAndAgain('notifier', 'notifier-2'),
  killedAgainAndAgain('billing'),
  killedAgainAndAgain('gateway'),
  killedAgainAndAgain('sandbox'),
  {
    fault: 'poison on four topics',
    during: async () => poison(40),
  },
  {
    fault: 'provider faults and a jumping search',
    during: async () => {
      await broken({ kind: 'lookup-lag', rate: 0.3 })
      await broken({ kind: 'timeout-after-accept', rate: 0.4 })
      await broken({ kind: 'reset-after-accept', rate: 0.3 })
      await broken({ kind: 'error', rate: 0.3 })
      await after(15_000)
      await mended()
    },
  },
  {
    fault: 'the sender killed during a held call',
    during: async () => {
      await broken({ kind: 'timeout-after-accept' })
      // The provider has taken the mails and keeps its answer.
      await eventually(async () => {
        const isHeld = (await world.deliveries.countSending()) > 0
        await after(500)
        return isHeld && (await world.deliveries.countSending()) > 0
      })
      world.kill('notifier')
      world.kill('notifier-2')
      expect(await world.deliveries.countSending()).toBeGreaterThan(0)
      await mended()
    },
  },
]

test.for(scenarios)(
  'with $fault no alert is lost and none is doubled',
  async ({ fault, during, falls: fallsBefore = FALLS_BEFORE_A_FAULT, whenQuiet }) => {
    const falls: Fall[] = []
    all.push({ fault, falls })
    // What went before, welcome letters too, must not take the fault's hits.
    await world.deliveries.settled()
    const isTold = async () => judge(falls, await world.mails()).lost.length === 0
    falls.push(...(await world.fall(fallsBefore)))
    if (whenQuiet) await eventually(isTold)
    const over = during()
    if (!whenQuiet) falls.push(...(await world.fall(1)))
    await over
    // Those after the fault are also the later mails by which a doubt ends.
    falls.push(...(await world.fall(1)))

    // What never comes is named below.
    await eventually(isTold).catch(() => {})
    await world.deliveries.settled().catch(() => {})
    const { lost, doubled } = judge(falls, await world.mails())
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
  },
)

test('after all of it no fall was told twice, and what was set aside is the poison alone', async () => {
  const { lost, doubled, expected } = judge(
    all.flatMap(({ falls }) => falls),
    await world.mails(),
  )
  expect(expected).toBeGreaterThan(0)
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })

  for (const service of ['alert-evaluator', 'notifier'] as const) {
    const lines = (await runDeadLetters(world, service, 'list')).trim().split('\n')
    expect(lines.at(-1)).toMatch(/^\d+ dead letters of/)
    for (const line of lines.slice(0, -1)) expect(line).toContain('UnreadableMessage')
  }
})

test('an operator sees the poison of a service, and a dry run says that it is still refused', async () => {
  const list = await runDeadLetters(world, 'notifier', 'list')
  const id = list.split(/\s/)[0] ?? ''
  expect(await runDeadLetters(world, 'notifier', 'show', id)).toContain('x-poison')
  await expect(runDeadLetters(world, 'notifier', 'resend', id)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('still refused'),
  })
})

test('the life of an alert is printed by the id of the alert, of its delivery and of its trace, step by step', async () => {
  const { alertId, deliveryId } = await world.deliveries.lastAccepted()
  const life = await tellAlertLife(world, alertId)
  const steps = [
    ' s  read',
    'matched and made',
    'published',
    'queued by email',
    'sent by email',
    'accepted by email',
  ]
  const places = steps.map((step) => life.indexOf(step))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(life).not.toContain('@')

  const trace = /trace ([0-9a-f]{32})/.exec(life)?.[1] ?? ''
  expect(await tellAlertLife(world, deliveryId)).toContain(`alert ${alertId}`)
  expect(await tellAlertLife(world, trace)).toContain(`alert ${alertId}`)
  process.stdout.write(`\n${life}`)
})

test('a record whose handler failed reaches its visitor once, when the fault is mended and the command sends it again', async () => {
  const database = postgres(world.operatorUrl, { max: 1, onnotice: () => {} })
  onTestFinished(() => database.end())
  const [visitor = ''] = world.visitors
  const refused = `address <> '${visitor}'`
  await database.unsafe(`alter table notifier.deliveries add constraint refused check (${refused}) not valid`)
  const [falling] = (await world.fall(4)).filter(({ visitors }) => visitors.includes(visitor))
  const ids = await eventually(async () => {
    const lines = (await runDeadLetters(world, 'notifier', 'list')).split('\n')
    const found = lines.filter(
      (line) => line.includes('AlertTriggered') && !line.includes('UnreadableMessage'),
    )
    return found.length > 0 && found.map((line) => line.split(' ')[0] ?? '')
  })
  await database`alter table notifier.deliveries drop constraint refused`

  expect(await runDeadLetters(world, 'notifier', 'resend', ...ids)).toContain('would be applied')
  expect(judge([{ ...falling!, visitors: [visitor] }], await world.mails()).lost).toHaveLength(1)
  expect(await runDeadLetters(world, 'notifier', 'resend', ...ids, '--apply')).toContain(`${ids.length} of`)
  const fall = [{ ...falling!, visitors: [visitor] }]
  await eventually(async () => judge(fall, await world.mails()).lost.length === 0)
  expect(await runDeadLetters(world, 'notifier', 'resend', ...ids, '--apply')).toContain('was applied before')
  await world.deliveries.settled()
  expect(judge(fall, await world.mails())).toMatchObject({ lost: [], doubled: [] })
})
