import { SERVICE_NAMES } from '@walkon/contracts/services'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** `enumChecks` of `libs/service` makes the constraint of each column that is declared as `text({ enum })`. */

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({ name: z.string(), checkConstraints: z.record(z.string(), z.object({ value: z.string() })) }),
  ),
})
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

test('the newest migration of each service knows these checks', () => {
  const checks = SERVICE_NAMES.flatMap((service) => {
    const [file] = globSync(`services/${service}/migrations/meta/*_snapshot.json`, { cwd: ROOT })
    return file
      ? Object.values(snapshot.parse(JSON.parse(read(file))).tables).flatMap((table) =>
          Object.values(table.checkConstraints).map(({ value }) => value),
        )
      : []
  })
  expect(checks.filter((value) => / in \('/.test(value)).length).toBeGreaterThan(75)
})
