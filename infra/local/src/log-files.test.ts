import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile, rotateServerLog } from './log-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkon-logs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const contents = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim()

test('a log that is full goes on in a new file, and the oldest of five is dropped', async () => {
  const log = await openLogFile(folder, 1)
  const stream = log.stream as typeof log.stream & NodeJS.EventEmitter
  for (const line of ['one', 'two', 'three', 'four', 'five', 'six']) {
    stream.write(`${line}\n`)
    await once(stream, 'drain')
    const reopened = once(stream, 'ready')
    await log.rotate()
    await reopened
  }
  stream.write('seven\n')
  await once(stream, 'drain')

  const names = ['walkon.log', ...[1, 2, 3, 4].map((age) => `walkon.log.${age}`)]
  expect((await readdir(folder)).toSorted()).toEqual(names)
  expect(await Promise.all(names.map(contents))).toEqual(['seven', 'six', 'five', 'four', 'three'])
  expect((await stat(log.path)).mode & 0o777).toBe(0o600)
})

test('a log below its limit stays', async () => {
  const log = await openLogFile(folder)
  await log.rotate()
  expect(await readdir(folder)).toEqual(['walkon.log'])
})

test('the log of PostgreSQL is emptied beside a copy once it is full', async () => {
  const file = join(folder, 'server.log')
  await rotateServerLog(file, 5)
  await writeFile(file, 'a fault\n')
  await rotateServerLog(file, 5)
  await appendFile(file, 'x')
  await rotateServerLog(file, 5)

  expect(await contents('server.log')).toBe('x')
  expect(await contents('server.log.1')).toBe('a fault')
})
