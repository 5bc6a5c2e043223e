import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const { overrides } = JSON.parse(readFileSync(resolve(ROOT, '.oxlintrc.json'), 'utf8')) as {
  overrides: { files: string[] }[]
}
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist'])

test.each(overrides.flatMap(({ files }) => files))(
  'the lint override %s is about files that exist',
  (pattern) => {
    expect(globSync(pattern, { cwd: ROOT, exclude: (name) => LEFT_OUT.has(name) })).not.toEqual([])
  },
)
