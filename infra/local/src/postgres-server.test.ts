import { isRunning } from '@walkon/postgres/running-process'
import { startPostgresServer } from '@walkon/postgres/server'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a server that was stopped has no process left', async () => {
  const place = await mkdtemp('/tmp/walkon-stopped-')
  await chmod(place, 0o755)
  const server = await startPostgresServer({
    folder: join(place, 'postgres'),
    password: 'for-tests',
    unsafeFast: true,
  })
  const pid = Number.parseInt(await readFile(join(server.folder, 'postmaster.pid'), 'utf8'), 10)
  expect(isRunning(pid)).toBe(true)

  await server.stop()

  expect(isRunning(pid)).toBe(false)
  await rm(place, { recursive: true })
})
