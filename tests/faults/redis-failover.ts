import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { Redis } from 'ioredis'
import { getContainerRuntimeClient } from 'testcontainers'
import { inject } from 'vitest'
import { eventually } from '../support/walkon-client.ts'

/** The ports of the two servers inside their container. */
const [FIRST, SECOND] = [6379, 6380]

/**
 * The address that the product knows Redis by, as a cloud's Redis has one, and what is behind it: a primary, and in a failover a copy of it
 * that takes its place.
 */
export async function startRedisAddress() {
  const urls = { [FIRST]: inject('redisUrl'), [SECOND]: inject('redisCopyUrl') }
  const targetOf = (server: number) => {
    const { hostname, port } = new URL(urls[server] ?? '')
    return { host: hostname, port: Number(port) }
  }
  const proxy = await createTcpProxy(targetOf(FIRST))
  let primary = FIRST

  async function ask(server: number, ...[command = '', ...args]: string[]): Promise<string> {
    const redis = new Redis(urls[server] ?? '', { maxRetriesPerRequest: 20 })
    return String(await redis.call(command, ...args).finally(() => redis.disconnect()))
  }

  return {
    url: `redis://127.0.0.1:${proxy.port}`,
    /** The copy is promoted, the old primary serves on as its replica, with the connections that it had. */
    async failOver(): Promise<void> {
      const copy = primary === FIRST ? SECOND : FIRST
      await startServer(copy)
      await ask(copy, 'REPLICAOF', '127.0.0.1', String(primary))
      await eventually(async () => (await ask(copy, 'INFO', 'replication')).includes('master_link_status:up'))
      await ask(copy, 'REPLICAOF', 'NO', 'ONE')
      proxy.redirect(targetOf(copy))
      await ask(primary, 'REPLICAOF', '127.0.0.1', String(copy))
      primary = copy
    },
    /** The first server is a primary again, for who comes by its own address. */
    async close(): Promise<void> {
      await proxy.cut()
      if (primary !== FIRST) await ask(FIRST, 'REPLICAOF', 'NO', 'ONE')
    },
  }
}

/** Does nothing where the server runs: its port is taken. */
async function startServer(port: number): Promise<void> {
  const { container } = await getContainerRuntimeClient()
  const command = ['redis-server', '--port', String(port), '--protected-mode', 'no', '--daemonize', 'yes']
  await container.exec(container.getById(inject('containers').redis), command)
}
