import { SERVICE_NAMES } from '@walkon/contracts/services'
import { enumerationsOf } from '@walkon/testing/enumerations'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** `enumChecks` of `libs/service` makes the constraint of each column that is declared as `text({ enum })`. */

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const sources = globSync('{services,libs}/*/src/**/*.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts') && read(file).includes("'drizzle-orm/pg-core'"),
)

test('a column of a few values names them where the database can see them, not in its type alone', () => {
  expect(sources.length).toBeGreaterThan(40)
  expect(sources.filter((file) => /\btext\(\)\s*\.\$type</.test(read(file)))).toEqual([])
})

test('each table with an enumerated column has the checks of all its enumerated columns', () => {
  const unchecked = sources.flatMap((file) =>
    read(file)
      .split(/^export const (?=\w+ = pgTable\()/m)
      .slice(1)
      .filter((table) => {
        const enumerated = [...table.matchAll(/^\s*(\w+): text\(\{\s*enum:/gm)].map(([, column]) => column)
        const [, checked] = /enumChecks\((\w+|\{[^}]*\})\)/.exec(table) ?? []
        return checked?.startsWith('{')
          ? enumerated.some((column) => !checked.match(/\w+/g)?.includes(column ?? ''))
          : enumerated.length > 0 && checked === undefined
      })
      .map((table) => `${file}: ${table.split('\n')[0]}`),
  )
  expect(unchecked).toEqual([])
})

/** The values of each CHECK, as the newest migration of a service that names it has them. */
function migratedValues(service: string): Map<string, string[]> {
  const migrations = globSync(`services/${service}/migrations/*.sql`, { cwd: ROOT })
    .toSorted()
    .map(read)
    .join('\n')
  return new Map(
    [...migrations.matchAll(/CONSTRAINT "(\w+)" CHECK (.*)/g)].map(([, name = '', check = '']) => [
      name,
      [...check.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
    ]),
  )
}

const declared = await Promise.all(
  SERVICE_NAMES.map(async (service) => ({
    service,
    enumerations: enumerationsOf(await import(`../services/${service}/src/db/schema.ts`)),
  })),
)

test('the schemas are read', () => {
  expect(declared.flatMap(({ enumerations }) => [...enumerations]).length).toBeGreaterThan(75)
})

test.for(declared)(
  'the database of $service takes the values that its code knows, and no others',
  (given) => {
    const migrated = migratedValues(given.service)
    const checked = [...given.enumerations.keys()].map((name) => [name, migrated.get(name)])

    expect(Object.fromEntries(checked)).toEqual(Object.fromEntries(given.enumerations))
  },
)
