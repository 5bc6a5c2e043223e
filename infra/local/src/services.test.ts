import { entryOf, SERVICE_NAMES, SERVICES } from '@walkon/contracts/services'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SERVICE_BY_NAME } from './services.ts'
import { buildUnconnected } from './unconnected-services.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A folder of services/ that is not in the registry: it stores nothing, hears nothing and proxies to the others. */
const GATEWAY = 'gateway'

type Manifest = { name?: string; dependencies?: Record<string, string>; scripts?: Record<string, string> }
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest

test('each folder of services has an entry in the registry, and each entry its folder', () => {
  const folders = readdirSync(join(ROOT, 'services')).filter((name) => name !== GATEWAY)

  expect(folders.toSorted()).toEqual(SERVICE_NAMES.toSorted())
})

test.for(SERVICE_NAMES)(
  '%s has the name of its entry in its definition, its package and its files',
  (name) => {
    const files = [
      'README.md',
      'drizzle.config.ts',
      'migrations/meta/_journal.json',
      'src/app.ts',
      'src/main.ts',
      'src/migrate.ts',
    ]

    expect(SERVICE_BY_NAME[name].name).toBe(name)
    expect(manifestOf(`services/${name}`)).toMatchObject({
      name: `@walkon/${name}`,
      scripts: { start: expect.stringMatching(/^node .*src\/main\.ts$/), migrate: 'node src/migrate.ts' },
    })
    expect(files.filter((file) => !existsSync(join(ROOT, 'services', name, file)))).toEqual([])
  },
)

test('the local run depends on the package of each service', () => {
  const { dependencies = {} } = manifestOf('infra/local')

  expect(SERVICE_NAMES.filter((name) => dependencies[`@walkon/${name}`] !== 'workspace:*')).toEqual([])
})

test.for(SERVICE_NAMES)(
  '%s answers GET /export if its entry says that it keeps personal data',
  async (name) => {
    const { app } = buildUnconnected(name)
    await app.ready()

    expect(app.hasRoute({ method: 'GET', url: '/export' })).toBe(SERVICES[name].keepsPersonalData)
  },
)

test.for(SERVICE_NAMES)(
  'what the entry of %s says of single routes is about routes that it has',
  async (name) => {
    const { reads = [], streams = [] } = entryOf(name)
    const { app } = buildUnconnected(name)
    await app.ready()
    const missing = [...reads, ...streams.map(({ path }) => `GET ${path}`)].filter((route) => {
      const [method = '', url = ''] = route.split(' ')
      return !app.hasRoute({ method, url })
    })

    expect(missing).toEqual([])
    expect(reads).toEqual(reads.toSorted())
  },
)
