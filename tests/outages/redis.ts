import { freePort } from '@walkon/postgres/server'
import type { Yard } from './docker.ts'

/** Redis, which keeps nothing on a disk. It has no copy: that one takes its place is in the suite of faults. */
export async function startRedis(yard: Yard) {
  const port = await freePort()
  const start = () =>
    yard.addContainer('redis', '--publish', `127.0.0.1:${port}:6379`, 'redis:8', 'redis-server', '--save', '')
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    lose: () => yard.remove('redis'),
    start,
  }
}
