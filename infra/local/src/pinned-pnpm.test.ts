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

type Locked = {
  integrity?: string
  os?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const { packages: locked } = read('infra/local/pnpm/package-lock.json') as {
  packages: Record<string, Locked>
}

test('pnpm and its binaries for the processors that CI and the images run on have a hash', () => {
  const names = ['pnpm', '@pnpm/exe.linux-x64', '@pnpm/exe.linux-arm64']
  const hashes = names.map((name) => locked[`node_modules/${name}`]?.integrity)
  expect(hashes).toEqual(names.map(() => expect.stringMatching(/^sha512-/)))
})

test('the lockfile names the binary of every platform: npm 10 installs none that it does not name', () => {
  const binaries = Object.keys(locked['node_modules/pnpm']?.optionalDependencies ?? {})
  expect(binaries.length).toBeGreaterThan(10)
  expect(binaries.filter((name) => locked[`node_modules/${name}`]?.os === undefined)).toEqual([])
})
