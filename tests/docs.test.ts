import { toAsyncApiDocument } from '@walkon/local/asyncapi-document'
import { toGatewayDocument, toOpenApiDocument } from '@walkon/local/openapi-documents'
import { toProblemsPage } from '@walkon/local/problems-page'
import { SERVICE_NAMES, SERVICES, schemaOf, type ServiceName } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { toProxyRoutes } from '@walkon/gateway/proxy/proxy-routes'
import { readEventsByService } from '@walkon/local/events-of-services'
import { toEventsPage } from '@walkon/local/events-page'
import { toSettingsTable } from '@walkon/local/settings'
import { buildUnconnected, SAMPLE_ENVIRONMENTS } from '@walkon/local/unconnected-services'
import { listRoutes } from '@walkon/testing/access-matrix'
import { Parser } from '@asyncapi/parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRetention } from './support/retention-record.ts'
import { compareReadme } from './support/service-readme.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const documents = globSync(
  ['*.md', 'docs/**/*.md', '{services,libs,infra}/*/README.md', '{web,tests}/README.md'],
  { cwd: ROOT },
)
const { scripts, packageManager } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  packageManager: string
}

/** The tables that the services have from libraries; the log of the local run has a schema of its own. */
const SHARED_TABLES = tablesIn('libs/{runtime,messaging}/src/*.ts')

test.for(documents)('%s names only files, scripts and a package manager that exist', (document) => {
  const text = read(document)
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted ?? '')

  const paths = code.filter((quoted) => /^(services|web|libs|infra|tests|docs)\/[\w./-]+$/.test(quoted))
  const commands = code.flatMap((quoted) => /^npm (?:run )?([a-z][\w:-]*)/.exec(quoted)?.[1] ?? [])
  const managers = code.flatMap((quoted) => /\bpnpm@[\d.]+/.exec(quoted)?.[0] ?? [])

  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(managers.filter((manager) => manager !== packageManager.split('+')[0])).toEqual([])
  expect(commands.filter((name) => !['install', 'view'].includes(name) && !scripts[name])).toEqual([])
})

test.for(documents)('%s links only to files that exist', (document) => {
  const targets = [...read(document).matchAll(/\]\(([^)#\s]+)[^)]*\)|src="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  )
  const files = targets.filter((target) => !/^https?:/.test(target))

  expect(files.filter((file) => !existsSync(join(ROOT, dirname(document), file)))).toEqual([])
})

test('git ignores each data folder that a document names: it holds secrets', () => {
  const named = documents.flatMap((document) =>
    [...read(document).matchAll(/DATA_DIR=([\w.-]+)/g)].map(([, folder]) => folder ?? ''),
  )
  const ignored = read('.gitignore').split('\n').map(toPattern)

  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((folder) => !ignored.some((pattern) => pattern.test(`${folder}/`)))).toEqual([])
})

/** A line of `.gitignore` about a name. */
const toPattern = (line: string) => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)

test('each package has a README', () => {
  const packages = globSync('{services,libs,infra}/*/package.json', { cwd: ROOT }).map(dirname)

  expect(packages.filter((folder) => !existsSync(join(ROOT, folder, 'README.md')))).toEqual([])
})

const PAGE_WORDS = 600
const RECORDS = globSync('*.md', { cwd: join(ROOT, 'docs/decisions') }).filter((file) => file !== 'README.md')

test.for(RECORDS)('the record %s is one page without its tables', (file) => {
  const lines = read(`docs/decisions/${file}`).split('\n')
  const words = lines.filter((line) => !line.startsWith('|')).flatMap((line) => line.match(/\S+/g) ?? [])

  expect(words.length).toBeLessThanOrEqual(PAGE_WORDS)
})

test('the index of decisions lists every record, once', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => file)

  expect(new Set(listed)).toEqual(new Set(RECORDS))
  expect(listed).toHaveLength(RECORDS.length)
})

test('docs/settings.md lists every setting with its default', () => {
  expect(read('docs/settings.md')).toContain(toSettingsTable())
})

test('docs/events.md says who publishes and who hears each event', async () => {
  expect(read('docs/events.md')).toBe(await toEventsPage())
})

test('docs/api/events.json is the AsyncAPI document of the events and of the services that use them', async () => {
  expect(read('docs/api/events.json')).toBe(await toAsyncApiDocument())
})

test('docs/api/events.json is valid AsyncAPI 3', async () => {
  const { document, diagnostics } = await new Parser().parse(read('docs/api/events.json'))

  expect(diagnostics.map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([])
  expect(document?.version()).toMatch(/^3\./)
})

test('docs/api/problems.md lists every error code as the catalogue has it', () => {
  expect(readFileSync(join(ROOT, 'docs/api/problems.md'), 'utf8')).toBe(toProblemsPage())
})

test.for(SERVICE_NAMES)(
  'docs/api/%s.json is the OpenAPI document of the routes that it builds',
  async (name) => {
    expect(read(`docs/api/${name}.json`)).toBe(await toOpenApiDocument(name))
  },
)

test('docs/api/gateway.json is the OpenAPI document of what the gateway answers itself', () => {
  expect(read('docs/api/gateway.json')).toBe(toGatewayDocument())
})

/** Compiles the schema of OpenAPI once for all documents. */
const validator = new Validator()

test.for([...SERVICE_NAMES, 'gateway'])('docs/api/%s.json is valid OpenAPI 3.1', async (name) => {
  expect(await validator.validate(JSON.parse(read(`docs/api/${name}.json`)))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

const eventsOfServices = readEventsByService()

describe.for(SERVICE_NAMES)('the README of %s', (name) => {
  const readme = read(`services/${name}/README.md`)

  test(`the README of ${name} names the tables that its schema defines`, () => {
    const mayName = [schemaOf(name), ...tablesIn('libs/*/src/*.ts')]

    expect(
      compareReadme(readme, 'Owns', { has: tablesIn(`services/${name}/src/db/**/*.ts`), mayName }),
    ).toEqual([])
  })

  test(`the record of retention says how long the rows of each table of ${name} stay`, () => {
    const { own } = readRetention(read('docs/decisions/retention.md'), name)
    const tables = tablesIn(`services/${name}/src/db/**/*.ts`)

    expect(tables.filter((table) => !own.includes(table))).toEqual([])
    expect(own.filter((table) => ![...tables, ...SHARED_TABLES].includes(table))).toEqual([])
  })

  test(`the README of ${name} names the events that its handlers hear`, async () => {
    const { heard } = (await eventsOfServices)[name]

    expect(compareReadme(readme, 'Hears', { has: heard })).toEqual([])
  })

  test(`the README of ${name} names the events that its use cases publish`, async () => {
    const { published } = (await eventsOfServices)[name]

    expect(compareReadme(readme, 'Publishes', { has: published })).toEqual([])
  })

  test(`the README of ${name} names its address and the routes of its router`, async () => {
    const routes = await routesOf(name)

    expect(compareReadme(readme, 'Answers', { has: routes })).toEqual([])
    expect(readme).toContain(SERVICES[name].address)
  })
})

test('the record of retention says how long the rows of the tables of libraries stay', () => {
  const record = read('docs/decisions/retention.md')
  const named = SERVICE_NAMES.flatMap((name) => Object.values(readRetention(record, name)).flat())

  expect(SHARED_TABLES.filter((table) => !named.includes(table))).toEqual([])
})

test('the README of the gateway names every address that is proxied past the registry', () => {
  const addresses = Object.values<{ address: string }>(SERVICES).map(({ address }) => address)
  const prefixes = toProxyRoutes(gatewaySettings.parse(SAMPLE_ENVIRONMENTS.gateway))
    .filter(({ prefix }) => !addresses.includes(prefix))
    .map(({ prefix, isExact }) => (isExact ? prefix : `${prefix}/*`))

  expect(prefixes.filter((prefix) => !read('services/gateway/README.md').includes(`\`${prefix}\``))).toEqual(
    [],
  )
})

/** The tables that these files define, by their names in the database. */
function tablesIn(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) =>
    [...read(file).matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, table]) => table ?? ''),
  )
}

/** The routes that visitors and providers may call. */
async function routesOf(name: ServiceName): Promise<string[]> {
  const { app } = buildUnconnected(name)
  await app.ready()
  return listRoutes(app)
}
