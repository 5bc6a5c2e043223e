import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const [, promises = ''] = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('## Promises')
const rows = promises
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
  .map((line) => line.split(' | '))
  .map(([promise = '', tests = '']) => ({ promise: promise.slice(2), tests }))
const namedIn = (tests: string) => [...tests.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')

test('docs/security.md has its promises in a table', () => {
  expect(rows.length).toBeGreaterThan(40)
})

test.for(rows)('a test that exists holds the promise “$promise”', ({ tests }) => {
  const names = namedIn(tests)
  const files = names.filter((name) => name.includes('/'))
  const isTested =
    files.some((file) => file.endsWith('.test.ts') || file.includes('access-')) ||
    names.includes('npm run fuzz')
  expect(isTested).toBe(true)
  // A name without its folder would hold for any file.
  expect(
    names.filter(
      (name) => name.endsWith('.ts') && !existsSync(join(ROOT, name)) && name !== 'access.test.ts',
    ),
  ).toEqual([])
})
