import { toEventsPage } from '@walkon/local/events-page'
import { toProblemsPage } from '@walkon/local/problems-page'
import { toSettingsTable } from '@walkon/local/settings'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const documents = globSync(
  ['*.md', 'docs/**/*.md', '{services,libs,infra}/*/README.md', '{web,tests}/README.md'],
  {
    cwd: ROOT,
  },
)
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Guides go stale without anyone noticing; what can be checked in them is checked. */
test.for(documents)('%s names only files and scripts that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted ?? '')

  const paths = code.filter((quoted) => /^(services|web|libs|infra|k8s|tests|docs)\/[\w./-]+$/.test(quoted))
  const commands = code.flatMap((quoted) => /^npm (?:run )?([a-z][\w:-]*)/.exec(quoted)?.[1] ?? [])

  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(commands.filter((name) => !['install', 'view'].includes(name) && !scripts[name])).toEqual([])
})

test('the index of decisions lists every record, once', () => {
  const index = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8')
  const listed = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => file)
  const records = globSync('*.md', { cwd: join(ROOT, 'docs/decisions') }).filter(
    (file) => file !== 'README.md',
  )

  expect(new Set(listed)).toEqual(new Set(records))
  expect(listed).toHaveLength(records.length)
})

test('docs/settings.md lists every setting with its default', () => {
  expect(readFileSync(join(ROOT, 'docs/settings.md'), 'utf8')).toContain(toSettingsTable())
})

test('docs/events.md says who publishes and who hears each event', async () => {
  expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(await toEventsPage())
})

test('docs/api/problems.md lists every error code as the catalogue has it', () => {
  expect(readFileSync(join(ROOT, 'docs/api/problems.md'), 'utf8')).toBe(toProblemsPage())
})
