import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { cutChangelog } from './changelog.ts'

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A ride.\n\n## [0.9.0] - 2026-11-01\n\n- A park.\n'
const release = { version: '0.10.0', previous: '0.9.0', today: '2026-12-01' }

test('a release dates the unreleased changes and leaves an empty list for the next ones', () => {
  expect(cutChangelog(CHANGELOG, release)).toBe(
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.10.0] - 2026-12-01\n'),
  )
})

test.for(['0.9.0', '0.8.9', 'v1.0.0', '1.0', ''])('a release "%s" does not follow 0.9.0', (version) => {
  expect(() => cutChangelog(CHANGELOG, { ...release, version })).toThrow('is no version after 0.9.0')
})

test('a release without a change is refused', () => {
  const cut = cutChangelog(CHANGELOG, release)

  expect(() => cutChangelog(cut, { ...release, version: '0.11.0', previous: '0.10.0' })).toThrow(
    'lists no unreleased change',
  )
})

test('the changelog of the repository can be cut', () => {
  const changelog = readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')

  expect(changelog).toContain('\n## [Unreleased]\n')
})
