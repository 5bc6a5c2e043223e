import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (file: string): unknown => JSON.parse(readFileSync(resolve(ROOT, file), 'utf8'))

test('corepack and our own start take the same pnpm, by version and hash', () => {
  const { packageManager } = read('package.json') as { packageManager: string }
  const { packages } = read('infra/local/pnpm/package-lock.json') as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const pinned = packages['node_modules/pnpm']

  const [algorithm, hash] = pinned?.integrity.split('-') ?? []
  const hex = Buffer.from(hash ?? '', 'base64').toString('hex')
  expect(packageManager).toBe(`pnpm@${pinned?.version}+${algorithm}.${hex}`)
})

test('each package of pnpm in its lockfile has a hash', () => {
  const { packages } = read('infra/local/pnpm/package-lock.json') as {
    packages: Record<string, { integrity?: string }>
  }
  const unpinned = Object.entries(packages).filter(
    ([name, { integrity }]) => name !== '' && !integrity?.startsWith('sha512-'),
  )
  expect(unpinned).toEqual([])
})
