import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
const READABLE_BY_OTHERS = 0o044

async function aPlace() {
  const place = await mkdtemp(join(tmpdir(), 'walkon-private-'))
  onTestFinished(() => rm(place, { recursive: true }))
  return join(place, 'data')
}

test('only the user may read the data folder, also one that an earlier version left open', async () => {
  const [made, left] = [await aPlace(), await aPlace()]
  await mkdir(left)
  await writeFile(join(left, 'secrets.json'), '{}')
  await chmod(left, 0o755)

  await makePrivateFolder(made)
  await makePrivateFolder(left)

  expect((await modeOf(made)) & READABLE_BY_OTHERS).toBe(0)
  expect((await modeOf(left)) & READABLE_BY_OTHERS).toBe(0)
})

test('a folder that is not a data folder of ours keeps its mode', async () => {
  const folder = await aPlace()
  await mkdir(folder)
  await chmod(folder, 0o755)

  await makePrivateFolder(folder)

  expect(await modeOf(folder)).toBe(0o755)
})

test('only the user may read a file, also one that an earlier version left open, and its content stays', async () => {
  const folder = await aPlace()
  await makePrivateFolder(folder)
  const [made, left] = [join(folder, 'made.log'), join(folder, 'left.log')]
  await writeFile(left, 'a line', { mode: 0o644 })

  await makePrivateFile(made)
  await makePrivateFile(left)

  expect([await modeOf(made), await modeOf(left), (await stat(left)).size]).toEqual([0o600, 0o600, 6])
})
