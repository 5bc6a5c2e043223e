import { SERVICE_NAMES, SERVICES } from '@walkon/contracts/services'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeNewService, registrationOf, renderService } from './service-template.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const SENTENCE = 'Counts the birds of each park.'

/** Files that say nothing of what a service does: they differ by its name alone. */
const BOILERPLATE = [
  'drizzle.config.ts',
  'src/commands/dead-letters.ts',
  'src/db/migrations.ts',
  'src/main.ts',
  'src/migrate.ts',
  'tsconfig.json',
]

const services = SERVICE_NAMES.map((name) => ({ name, files: renderService({ name, sentence: SENTENCE }) }))

test.for(services)('the boilerplate of $name is what a new service would get', ({ name, files }) => {
  for (const file of BOILERPLATE) expect(read(`services/${name}/${file}`)).toBe(files.get(file))
})

type Manifest = Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>> & {
  exports: object
}

test.for(services)('the package of $name has all that a new service would get', ({ name, files }) => {
  const manifest = JSON.parse(read(`services/${name}/package.json`)) as Manifest
  const made = JSON.parse(files.get('package.json') ?? '') as Manifest

  expect(manifest).toMatchObject(made)
})

test.for(services)(
  'the folder of $name has the tables that a new service would get, and its access test',
  ({ name, files }) => {
    const exported = (text = '') =>
      [...text.matchAll(/^export \{ (\w+) \} from '@walkon\/messaging/gm)].map(([, table]) => table)

    expect(exported(read(`services/${name}/src/db/schema.ts`))).toEqual(
      exported(files.get('src/db/schema.ts')),
    )
    expect(read(`services/${name}/src/access.test.ts`)).toContain('describeAccess(')
  },
)

/** Services that refuse the tokens of deleted accounts: all that have come by the template, and those that know a person by address too. */
const refusing = services.filter(({ name }) =>
  read(`services/${name}/src/db/schema.ts`).includes('@walkon/runtime/erased-users'),
)

test('a service that remembers erased accounts marks them where it hears of a deletion, as a new one would', () => {
  const marks = /await markErased\(tx, |refuseDeleted\(tx, /
  const without = refusing.filter(({ name }) => {
    const hearing = globSync('{consumers/user-deleted,use-cases/**/erase-users}.ts', {
      cwd: join(ROOT, 'services', name, 'src'),
    })
    return !hearing.some((file) => marks.test(read(`services/${name}/src/${file}`)))
  })

  expect(refusing).not.toEqual([])
  expect(without).toEqual([])
})

test('a new service is given the ports after the last', () => {
  const { port, operatorPort } = describeNewService('birds', SENTENCE)
  const taken = Object.values<{ port: number; operatorPort: number }>(SERVICES)

  expect(port).toBe(Math.max(...taken.map((entry) => entry.port)) + 1)
  expect(operatorPort).toBe(Math.max(...taken.map((entry) => entry.operatorPort)) + 1)
})

test.for(['billing', 'gateway', 'Birds', 'birds_2', ''])('no service can be called "%s"', (name) => {
  expect(() => describeNewService(name, SENTENCE)).toThrow(/is not kebab-case|There is a service/)
})

test.for(['', 'counts birds', 'Counts birds'])(
  '"%s" is no sentence that says what a service does',
  (sentence) => {
    expect(() => describeNewService('birds', sentence)).toThrow('in a sentence')
  },
)

test('every place that names each service takes a new one', () => {
  for (const { file, change } of registrationOf(describeNewService('bird-count', SENTENCE))) {
    const changed = change(read(file))
    expect(changed).not.toBe(read(file))
    expect(changed).toMatch(/bird[ -]count|BIRD_COUNT/)
  }
})

test('each table of words for services gets an entry of a new service', () => {
  const tables = globSync('{web,libs/contracts}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    /: Record<ServiceName, string>/.test(read(file)),
  )
  const changed = registrationOf(describeNewService('bird-count', SENTENCE)).map(({ file }) => file)
  expect(tables).not.toEqual([])
  expect(changed).toEqual(expect.arrayContaining(tables))
})

test('a template names nothing that is not filled in', () => {
  const texts = globSync('infra/local/templates/service/**/*.template', { cwd: ROOT }).map(read)

  expect(texts.length).toBeGreaterThan(10)
  for (const text of renderService({ name: 'bird-count', sentence: SENTENCE }).values())
    expect(text).not.toMatch(/\{\{|\}\}(?!`)/)
})
