import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** The rows of the table of docs/operations.md, section Commands. */
const rows = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  .split('\n## Commands\n')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))

const commands = globSync('services/*/src/commands/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ service: file.split('/')[1] ?? '', name: basename(file, '.ts') }))

test.for(commands)('the table of commands says that $service has $name', ({ service, name }) => {
  const row = rows?.find((line) => line.split('|')[1]?.includes(`\`${name}`))
  expect(row?.split('|')[2]).toMatch(new RegExp(`${service}|each service`))
})

test('there are commands', () => expect(commands.length).toBeGreaterThan(15))
