import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart, requireFreePort, takeDataFolder } from './single-start.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkon-single-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a data folder is taken by one process at a time', async () => {
  await takeDataFolder(folder)

  await expect(takeDataFolder(folder)).rejects.toThrow(CannotStart)
  await expect(takeDataFolder(folder)).rejects.toThrow(/already running.*DATA_DIR/s)
})

test('a folder that was given back can be taken again', async () => {
  const release = await takeDataFolder(folder)
  await release()

  await expect(takeDataFolder(folder)).resolves.toBeTypeOf('function')
})

test('the mark of a killed process counts for nothing', async () => {
  const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const ended = new Promise((done) => killed.once('exit', done))
  await writeFile(join(folder, 'walkon.pid'), `${killed.pid} 1`)
  killed.kill('SIGKILL')
  await ended

  await takeDataFolder(folder)
  expect(await readdir(folder)).toEqual(['walkon.pid'])
})

test('the mark of a process whose number was given to another one counts for nothing', async () => {
  await writeFile(join(folder, 'walkon.pid'), `${process.pid} 1`)

  await expect(takeDataFolder(folder)).resolves.toBeTypeOf('function')
})

test('a taken port is refused with another one to try', async () => {
  const other = createServer()
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const { port } = other.address() as { port: number }

  await expect(requireFreePort(port, '127.0.0.1')).rejects.toThrow(`PORT=${port + 1} npm start`)

  await new Promise((closed) => other.close(closed))
  await expect(requireFreePort(port, '127.0.0.1')).resolves.toBeUndefined()
})
