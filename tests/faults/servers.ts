import { Redis } from 'ioredis'
import { getContainerRuntimeClient } from 'testcontainers'
import { setTimeout as after } from 'node:timers/promises'
import { inject } from 'vitest'

export type Server = 'postgres' | 'kafka' | 'redis'

/** The servers below the product, to be taken away and given back. Data is kept, ports too. */
export async function controlServers() {
  const { container } = await getContainerRuntimeClient()
  const ids = inject('containers')
  const find = (server: Server) => container.getById(ids[server])
  return {
    restart: (server: Server) => find(server).restart({ t: 10 }),
    /** Frozen, not closed: connections stay open and nothing answers. */
    async pause(server: Server, seconds: number): Promise<void> {
      await find(server).pause()
      await after(seconds * 1_000)
      await find(server).unpause()
    },
    async emptyRedis(): Promise<void> {
      const redis = new Redis(inject('redisUrl'))
      await redis.flushall().finally(() => redis.disconnect())
    },
    /** Frozen for as long as this takes, also where it fails. */
    async whileFrozen(server: Server, act: () => Promise<unknown>): Promise<void> {
      await find(server).pause()
      await act().finally(() => find(server).unpause())
    },
    /** SIGKILL, and back after a while. */
    async kill(server: Server, secondsAway: number): Promise<void> {
      await find(server).kill()
      await after(secondsAway * 1_000)
      await find(server).start()
    },
  }
}
