import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cutChangelog } from './changelog.ts'

/**
 * `npm run release -- 1.2.3`: dates the changes of CHANGELOG.md and writes the version to package.json. Keeps the schemas of events as the
 * ones that a later change may not break. Review the files, commit them, and tag the commit `v1.2.3`.
 */

const ROOT = resolve(import.meta.dirname, '../../..')
const CONTRACTS = join(ROOT, 'libs/contracts')
const MANIFEST = join(ROOT, 'package.json')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')

const [version = ''] = process.argv.slice(2)
const manifest = readFileSync(MANIFEST, 'utf8')
const { version: previous } = JSON.parse(manifest) as { version: string }

try {
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(CHANGELOG, cutChangelog(readFileSync(CHANGELOG, 'utf8'), { version, previous, today }))
} catch (err) {
  process.stderr.write(`${(err as Error).message}\n`)
  process.exit(2)
}
writeFileSync(MANIFEST, manifest.replace(`"version": "${previous}"`, `"version": "${version}"`))
rmSync(join(CONTRACTS, 'released'), { recursive: true, force: true })
cpSync(join(CONTRACTS, 'schemas'), join(CONTRACTS, 'released'), { recursive: true })
process.stdout.write(`Walkon ${version}: commit the changed files and tag the commit v${version}.\n`)
