import { SERVICE_NAMES } from '@walkon/contracts/services'
import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually } from '../support/walkon-client.ts'
import { emptyKafka, poison, publishAllAgain } from './log-faults.ts'
import type { controlServers } from './servers.ts'
import type { World } from './world.ts'

/** The matrix of faults: what happens to a product that alerts meanwhile. */

type Faulty = { world: World; servers: Awaited<ReturnType<typeof controlServers>> }

const KILLS = 4

const broken = ({ client }: World, fault: object) =>
  client.send('POST', '/sandbox/faults', { provider: 'postmark', ...fault })
const mended = ({ client }: World) => client.send('DELETE', '/sandbox/faults')

export type Scenario = {
  fault: string
  during: (faulty: Faulty) => Promise<void>
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
  during: async ({ world }) => {
    for (let kill = 1; kill <= KILLS; kill++) {
      for (const victim of victims) world.kill(victim)
      await Promise.all(victims.map((victim) => world.ready(victim)))
    }
  },
})

export const scenarios: Scenario[] = [
  { fault: 'no fault', during: async () => {} },
  { fault: 'Kafka restarted', during: ({ servers }) => servers.restart('kafka') },
  { fault: 'Kafka paused for 15 s', during: ({ servers }) => servers.pause('kafka', 15) },
  { fault: 'PostgreSQL restarted', during: ({ servers }) => servers.restart('postgres') },
  { fault: 'PostgreSQL killed, 5 s away', during: ({ servers }) => servers.kill('postgres', 5) },
  { fault: 'PostgreSQL paused for 10 s', during: ({ servers }) => servers.pause('postgres', 10) },
  { fault: 'Redis killed, 5 s away', during: ({ servers }) => servers.kill('redis', 5) },
  {
    fault: 'Redis emptied and paused for 10 s',
    during: ({ servers }) => servers.emptyRedis().then(() => servers.pause('redis', 10)),
  },
  {
    fault: 'a visitor joins while Redis is away',
    during: ({ world, servers }) => servers.whileFrozen('redis', () => world.join()),
  },
  // The last of Redis: a container that is killed comes back with the first server alone.
  { fault: 'Redis failed over, old connections kept', during: ({ world }) => world.failRedisOver() },
  {
    fault: 'every service ended in turn by SIGTERM',
    during: async ({ world }) => {
      for (const name of OWN_PROCESSES) await world.replace(name)
    },
  },
  {
    fault: 'old records again, inboxes emptied',
    during: async ({ world }) => {
      await world.emptyInboxes()
      expect(await publishAllAgain()).toBeGreaterThan(0)
    },
    // The alerts of its own falls come again too.
    whenQuiet: true,
  },
  { fault: 'Kafka emptied', during: emptyKafka, whenQuiet: true },
  {
    fault: 'replicas killed one after the other',
    during: async ({ world }) => {
      for (const replica of ['alert-evaluator', 'notifier', 'alert-evaluator-2', 'notifier-2', 'park-data']) {
        world.kill(replica)
        await after(1_500)
      }
    },
  },
  killedAgainAndAgain('park-data'),
  killedAgainAndAgain('alert-evaluator', 'alert-evaluator-2'),
  killedAgainAndAgain('notifier', 'notifier-2'),
  killedAgainAndAgain('planner', 'flights'),
  killedAgainAndAgain('billing'),
  killedAgainAndAgain('gateway'),
  killedAgainAndAgain('sandbox'),
  {
    fault: 'poison on four topics',
    during: async () => poison(40),
  },
  {
    fault: 'provider faults and a jumping search',
    during: async ({ world }) => {
      await broken(world, { kind: 'lookup-lag', rate: 0.3 })
      await broken(world, { kind: 'timeout-after-accept', rate: 0.4 })
      await broken(world, { kind: 'reset-after-accept', rate: 0.3 })
      await broken(world, { kind: 'error', rate: 0.3 })
      await after(15_000)
      await mended(world)
    },
  },
  {
    fault: 'the sender killed during a held call',
    during: async ({ world }) => {
      await broken(world, { kind: 'timeout-after-accept' })
      // The provider has taken the mails and keeps its answer.
      await eventually(async () => {
        const isHeld = (await world.deliveries.countSending()) > 0
        await after(500)
        return isHeld && (await world.deliveries.countSending()) > 0
      })
      world.kill('notifier')
      world.kill('notifier-2')
      expect(await world.deliveries.countSending()).toBeGreaterThan(0)
      await mended(world)
    },
  },
]
