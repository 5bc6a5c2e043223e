import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleImage } from './bundle-image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkon-image-'))
  await bundleImage('sandbox', folder)
})
afterAll(() => rm(folder, { recursive: true }))

test('an error of a program names the file and the line of its source', async () => {
  const failed = promisify(execFile)(process.execPath, ['--enable-source-maps', 'main.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: 'none' },
  })
  const at = /infra\/sandbox\/src\/config\.ts:(\d+)/.exec(
    await failed.then(
      () => 'It started',
      ({ stderr }: { stderr: string }) => stderr,
    ),
  )
  const line = readFileSync(join(import.meta.dirname, '../../sandbox/src/config.ts'), 'utf8').split('\n')[
    Number(at?.[1]) - 1
  ]
  expect(line).toContain('environment.parse(env)')
})

test('its source maps have the lines of our sources and nothing of packages', async () => {
  const maps = globSync('*.map', { cwd: folder }).map((file) => join(folder, file))
  expect(maps).not.toEqual([])
  for (const map of maps) expect(readFileSync(map, 'utf8')).not.toMatch(/node_modules|"sourcesContent"/)
  const { size } = await stat(join(folder, 'main.mjs'))
  const mapped = await Promise.all(maps.map(async (map) => (await stat(map)).size))
  expect(mapped.reduce((sum, one) => sum + one, 0)).toBeLessThan(size / 4)
})
