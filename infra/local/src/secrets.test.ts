import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOrMakeSecrets } from './secrets.ts'

async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('secrets are made once, and are their owner’s alone', async () => {
  const folder = await aDataFolder()
  const made = await readOrMakeSecrets(folder)
  expect(await readOrMakeSecrets(folder)).toEqual(made)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('a secret that a newer version needs is added to those that are there', async () => {
  const folder = await aDataFolder()
  const { identityKeys: _new, ...old } = await readOrMakeSecrets(folder)
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(old))

  const completed = await readOrMakeSecrets(folder)
  expect(completed).toMatchObject(old)
  expect(completed.identityKeys).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))).toEqual(completed)
})
