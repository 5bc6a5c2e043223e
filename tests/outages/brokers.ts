import { createTopics } from '@walkon/messaging/kafka-topics'
import { freePort } from '@walkon/postgres/server'
import { createLog } from '@walkon/service/log'
import { eventually } from '../support/walkon-client.ts'
import type { Yard } from './docker.ts'

const IMAGE = 'apache/kafka:4.3.0'
const NODES = ['1', '2', '3'] as const
const DISK_MB = 700
export const REPLICATION_FACTOR = NODES.length

/** Three brokers, each a controller too, and each topic on all of them. */
export async function startBrokers(yard: Yard) {
  const ports: Record<string, number> = {}
  for (const node of NODES) ports[node] = await freePort()
  const addresses = NODES.map((node) => `127.0.0.1:${ports[node]}`).join(',')
  for (const node of NODES) await yard.addDisk(diskOf(node), IMAGE, DISK_MB)

  const inside = (node: string, tool: string, ...args: string[]) =>
    yard.exec(
      `kafka-${node}`,
      `/opt/kafka/bin/${tool}.sh`,
      '--bootstrap-server',
      `kafka-${node}:19092`,
      ...args,
    )
  /** Resolves when each replica is in sync, as this broker says. */
  const inSync = (node: string) =>
    eventually(
      async () => (await inside(node, 'kafka-topics', '--describe', '--under-replicated-partitions')) === '',
    )
  async function runAll(): Promise<void> {
    for (const node of NODES) {
      const settings = Object.entries(settingsOf(node, ports[node] ?? 0))
      const environment = settings.flatMap(([name, value]) => ['--env', `${name}=${value}`])
      const port = ['--publish', `127.0.0.1:${ports[node]}:9092`]
      await yard.addContainer(
        `kafka-${node}`,
        ...environment,
        ...yard.mount(diskOf(node), FOLDER),
        ...port,
        IMAGE,
      )
    }
    for (const node of NODES) await inSync(node)
  }
  await runAll()

  return {
    addresses,
    inSync,
    /** Sets every group back, as the page of a restore says. */
    async setBack(groups: readonly string[], to: Date): Promise<void> {
      const options = ['--all-topics', '--reset-offsets', '--to-datetime', to.toISOString().replace('Z', '')]
      for (const group of groups)
        await inside('1', 'kafka-consumer-groups', '--group', group, ...options, '--execute')
    },
    /** Takes every broker with its disk, at once. Empty ones take their places. */
    async loseAll(): Promise<void> {
      for (const node of NODES) await yard.remove(`kafka-${node}`)
      for (const node of NODES) await yard.onDisk(diskOf(node), 'rm -rf /disk/*')
      await runAll()
    },
    createTopics: () =>
      createTopics({
        clientId: 'drill',
        settings: { KAFKA_BROKERS: addresses.split(','), KAFKA_TLS: false },
        log: createLog({ service: 'drill', level: 'silent' }),
        replicationFactor: REPLICATION_FACTOR,
      }),
  }
}

export const diskOf = (node: string) => `kafka-${node}-disk`
const FOLDER = '/var/lib/kafka/data'

/** Services come from outside the network by a port of each broker; brokers speak inside it. */
const settingsOf = (node: string, port: number) => ({
  CLUSTER_ID: '4L6g3nShT-eMCtK--X86sw',
  KAFKA_NODE_ID: node,
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_CONTROLLER_QUORUM_VOTERS: NODES.map((each) => `${each}@kafka-${each}:9093`).join(','),
  KAFKA_LISTENERS: 'OUTSIDE://:9092,INSIDE://:19092,CONTROLLER://:9093',
  KAFKA_ADVERTISED_LISTENERS: `OUTSIDE://127.0.0.1:${port},INSIDE://kafka-${node}:19092`,
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'OUTSIDE:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LOG_DIRS: FOLDER,
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '3',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '3',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '2',
  KAFKA_MIN_INSYNC_REPLICAS: '2',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_HEAP_OPTS: '-Xms256m -Xmx384m',
})
