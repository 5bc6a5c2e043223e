import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IMAGES, ROOT } from './image-contents.ts'

const lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
/** The names of all packages that the lockfile can install, whatever machine it is read on. */
const locked = [...lockfile.matchAll(/^ {2}'?((?:@[\w-]+\/)?[\w.-]+)@\d/gm)].map(([, name]) => name ?? '')

test.each(['x64', 'arm64'])('the lockfile has the machine code of all-in-one for Linux on %s', (arch) => {
  const here = `${process.platform}-${process.arch}`
  const needed = [...IMAGES['all-in-one'].packages.map(({ name }) => name), `node-${here}`]
  // A package without machine code has no variant on any machine.
  const ofPlatforms = needed.filter(
    (name) => name.includes(here) || locked.some((one) => one.startsWith(`${name}-linux-`)),
  )
  expect(ofPlatforms).toHaveLength(4)
  for (const name of ofPlatforms)
    expect(locked).toContainEqual(
      expect.stringMatching(
        name.includes(here)
          ? new RegExp(`^${name.replace(here, `linux-${arch}`)}$`)
          : new RegExp(`^${name}-linux-${arch}-gnu$`),
      ),
    )
})
