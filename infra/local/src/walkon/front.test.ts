import { startPostgresServer } from '@walkon/postgres/server'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readDatabaseUrls, writeDatabaseUrls } from '../database-urls.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { takeDataFolder } from '../single-start.ts'
import { makeDataFolder } from '../testing/data-folder.ts'
import { runFront } from './front.ts'
import { withOwnEnvironment } from './own-environment.ts'
import { withSuperuser } from './with-database.ts'

const place = await mkdtemp('/tmp/walkon-commands-')
await chmod(place, 0o755)
const folder = join(place, 'data')
const archive = join(place, 'archive.jsonl')
const ended: (() => Promise<unknown>)[] = []
let serverUrl = ''

/** A product that runs with this folder, as far as a command beside it sees: a database, and a folder that is taken. */
beforeAll(async () => {
  await makeDataFolder(folder, (withRole) =>
    withRole(
      'identity',
      (sql) => sql`
      insert into users (id, email, email_confirmed_at, created_at, updated_at)
      values (gen_random_uuid(), 'ada@walkon.example', now(), now(), now())`,
    ),
  )
  ended.push(await takeDataFolder(folder))
  const { databasePassword: password } = await readOrMakeSecrets(folder)
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password, unsafeFast: true })
  ended.push(server.stop)
  serverUrl = server.url
  const { hostname, port } = new URL(server.url)
  const urls = Object.entries((await readDatabaseUrls(folder)) ?? {}).map(([schema, url]) => [
    schema,
    Object.assign(new URL(url), { hostname, port }).href,
  ])
  await writeDatabaseUrls(folder, Object.fromEntries(urls) as Record<string, string>)
  await writeFile(archive, '')
  // Vitest has a MODE of its own in the environment.
  for (const [name, value] of Object.entries({ MODE: 'look', DATA_DIR: folder, DATABASE_URL: '' }))
    vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const end of ended.toReversed()) await end()
  await rm(place, { recursive: true, force: true })
})

const walkon = (...args: string[]) =>
  runFront({ calledBy: 'npm run walkon --', own: {}, withOwnEnvironment }, args)

const count = (table: string) =>
  withSuperuser(serverUrl, 'walkon', async (sql) => (await sql`select from ${sql(table)}`).length)

test.for([
  ['identity.user_roles', ['grant-role', 'admin', 'ada@walkon.example']],
  ['identity.outbox', ['publish-users', 'a-new-service']],
  ['billing.promo_codes', ['add-promo-code', 'TRIAL', '--channel', 'email']],
] as const)('a dry run writes nothing to %s, and the command does', async ([table, command]) => {
  const before = await count(table)
  expect(await walkon(...command, '--dry-run')).toBe(0)
  expect(await count(table)).toBe(before)

  expect(await walkon(...command)).toBe(0)
  expect(await count(table)).toBeGreaterThan(before)
})

const titled = (command: string[]) => ({ title: command.join(' '), command })

test.for(
  [
    ['dead-letters', 'notifier', 'list'],
    ['replay-provider-events', 'billing', 'stripe', '--dry-run'],
    ['reseal-secrets', '--dry-run'],
    ['unmatched-payments'],
    ['import-history', archive, '--dry-run'],
    ['build-statistics'],
  ].map(titled),
)('$title runs on the product of this machine', async ({ command }) => {
  expect(await walkon(...command)).toBe(0)
})

test.for([['guarantee'], ['owed-refund'], ['alert-life']])(
  '%s tells of an id that it does not know',
  async ([name]) => {
    expect(await walkon(name ?? '', crypto.randomUUID())).toBe(1)
  },
)

test.for(
  [
    ['migrate', 'rankings', '--dry-run'],
    ['republish', 'rankings', '--since', '2026-11-25T09:00:00Z', '--dry-run'],
  ].map(titled),
)('$title runs on the product that DATABASE_URL names', async ({ command }) => {
  const urls = await readDatabaseUrls(folder)
  vi.stubEnv('DATABASE_URL', urls?.['rankings'] ?? '')
  expect(await walkon(...command)).toBe(0)
  vi.stubEnv('DATABASE_URL', '')
})

test.for(['backup', 'check-providers'])(
  '%s has no dry run, and does nothing where one is asked for',
  async (name) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const run = vi.fn(async () => {})
    const front = { calledBy: 'walkon', own: { [name]: run }, withOwnEnvironment }
    expect(await runFront(front, [name, 'a-file', '--dry-run'])).toBe(1)
    expect(run).not.toHaveBeenCalled()
    expect(said).toHaveBeenCalledWith(expect.stringContaining('has no dry run'))
    said.mockRestore()
  },
)

test.for([
  ['no command', ['fly'], 2],
  ['no service', ['dead-letters', 'list'], 1],
  ['a service that has no such command', ['grant-role', 'billing', 'admin', 'ada@walkon.example'], 1],
  ['both a dry run and none', ['reseal-secrets', '--dry-run', '--apply'], 1],
  ['a dry run of what has none', ['build-statistics', '--dry-run'], 1],
  ['what needs a deployed product, and none is named', ['after-restore', 'billing'], 1],
] as const)('what names %s is refused', async ([, command, code]) => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await walkon(...command)).toBe(code)
  expect(said).toHaveBeenCalled()
  said.mockRestore()
})
