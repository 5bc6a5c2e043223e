import { freePort } from '@walkon/postgres/server'
import { GenericContainer, getContainerRuntimeClient, Wait, type StartedTestContainer } from 'testcontainers'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server that a test may make databases on. */
    databaseUrl: string
    /** Host and port of each, with commas. */
    kafkaBrokers: string
    redisUrl: string
    /** Where the same container may have a second Redis, a copy of the first. */
    redisCopyUrl: string
    /** Ids of the containers, for tests that stop and start them. */
    containers: Record<'postgres' | 'kafka' | 'redis', string>
  }
}

/** The servers that the product stands on when deployed, one of each for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await getContainerRuntimeClient().catch((error: unknown) => {
    throw new Error(
      'The integration tests need Docker, and none answers on this machine. Start it and try again.',
      { cause: error },
    )
  })
  const started = await Promise.allSettled([startPostgres(), startKafka(), startRedis()])
  const containers = started.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value.container] : [],
  )
  const stop = async () => {
    await Promise.all(containers.map((container) => container.stop()))
  }
  const [postgres, kafka, redis] = started
  if (postgres.status === 'rejected' || kafka.status === 'rejected' || redis.status === 'rejected') {
    await stop()
    throw new AggregateError(
      started.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    )
  }
  project.provide('databaseUrl', postgres.value.address)
  project.provide('kafkaBrokers', kafka.value.address)
  project.provide('redisUrl', redis.value.address)
  project.provide('redisCopyUrl', redis.value.copyAddress)
  project.provide('containers', {
    postgres: postgres.value.container.getId(),
    kafka: kafka.value.container.getId(),
    redis: redis.value.container.getId(),
  })
  return stop
}

/** For what hangs alone: on a busy machine a broker took more than the minute that is usual. */
const STARTUP_MS = 240_000

type Started = { container: StartedTestContainer; address: string }

/** Ports are chosen before the start: a container that is restarted would get another one. */
async function startPostgres(): Promise<Started> {
  const port = await freePort()
  const container = await new GenericContainer('postgres:17')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    .withExposedPorts({ container: 5432, host: port })
    // It starts once to be set up and a second time to serve.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .withStartupTimeout(STARTUP_MS)
    .start()
  return {
    container,
    address: `postgres://postgres:postgres@${container.getHost()}:${port}/postgres`,
  }
}

/** The broker tells its clients where to reach it, so the port is chosen before it starts. */
async function startKafka(): Promise<Started> {
  const port = await freePort()
  const container = await new GenericContainer('apache/kafka:4.3.0')
    .withExposedPorts({ container: port, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      // Suites that kill a process do not wait for six seconds, a broker's least, until it is missed.
      KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_HEAP_OPTS: '-Xms256m -Xmx512m',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(STARTUP_MS)
    .start()
  return { container, address: `127.0.0.1:${port}` }
}

async function startRedis(): Promise<Started & { copyAddress: string }> {
  const [port, copyPort] = [await freePort(), await freePort()]
  const container = await new GenericContainer('redis:8')
    .withExposedPorts({ container: 6379, host: port }, { container: 6380, host: copyPort })
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(STARTUP_MS)
    .start()
  const addressOf = (at: number) => `redis://${container.getHost()}:${at}`
  return { container, address: addressOf(port), copyAddress: addressOf(copyPort) }
}
