import { isRunning } from '@walkon/postgres/running-process'
import { startPostgresServer } from '@walkon/postgres/server'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pidOf = async (folder: string) =>
  Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10)

test('a server that was stopped has no process left', async () => {
  const place = await mkdtemp('/tmp/walkon-stopped-')
  await chmod(place, 0o755)
  const server = await startPostgresServer({
    folder: join(place, 'postgres'),
    password: 'for-tests',
    unsafeFast: true,
  })
  const pid = await pidOf(server.folder)
  expect(isRunning(pid)).toBe(true)

  await server.stop()

  expect(isRunning(pid)).toBe(false)
  await rm(place, { recursive: true })
})

test('a server of a process that was killed ends with it', async () => {
  const place = await mkdtemp('/tmp/walkon-killed-')
  await chmod(place, 0o755)
  const starts = `
    const { startPostgresServer } = await import('@walkon/postgres/server')
    const server = await startPostgresServer({
      folder: ${JSON.stringify(join(place, 'postgres'))}, password: 'for-tests', unsafeFast: true, endsWithProcess: true })
    process.on('message', () => {})
    process.send(server.folder)`
  const child = fork('-', [], {
    cwd: import.meta.dirname,
    execArgv: ['--input-type=module', '--eval', starts],
  })
  const [folder] = (await once(child, 'message')) as [string]
  const pid = await pidOf(folder)
  expect(isRunning(pid)).toBe(true)

  child.kill('SIGKILL')

  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
  await rm(place, { recursive: true })
})
