import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listUnsafeStatements } from './support/unsafe-statements.ts'

/** During a release old processes read and write beside a new schema. What they cannot bear needs two releases. */

const ROOT = resolve(import.meta.dirname, '..')

/** The newest migration from before this rule, of each service: until then no installation was kept. */
const OLDEST_RELEASE: Partial<Record<ServiceName, number>> = {
  identity: 7,
  billing: 14,
  'park-data': 6,
  'alert-evaluator': 11,
  notifier: 13,
}

/** Migrations that may break the rule, `<service>/<number>_<name>`, each with its reason. */
const EXCEPTIONS: Record<string, string> = {}

const migrations = SERVICE_NAMES.flatMap((service) =>
  globSync(`services/${service}/migrations/*.sql`, { cwd: ROOT })
    .filter((file) => Number(basename(file).slice(0, 4)) > (OLDEST_RELEASE[service] ?? 0))
    .map((file) => ({ name: `${service}/${basename(file, '.sql')}`, file })),
)

test('each migration leaves the release before it working, or says why not', () => {
  const unsafe = migrations.flatMap(({ name, file }) =>
    name in EXCEPTIONS
      ? []
      : listUnsafeStatements(readFileSync(join(ROOT, file), 'utf8')).map((problem) => `${name} ${problem}`),
  )

  expect(unsafe).toEqual([])
})

test('each exception is a migration that needs it', () => {
  const needed = migrations
    .filter(({ file }) => listUnsafeStatements(readFileSync(join(ROOT, file), 'utf8')).length > 0)
    .map(({ name }) => name)

  expect(Object.keys(EXCEPTIONS).filter((name) => !needed.includes(name))).toEqual([])
})

test('each package keeps the newest snapshot of its schema alone: drizzle-kit compares with no other', () => {
  const kept = globSync('{libs,services}/*/migrations/meta/*_snapshot.json', { cwd: ROOT })
  const newest = globSync('{libs,services}/*/migrations/*.sql', { cwd: ROOT })
    .toSorted()
    .map((file) => [dirname(file), basename(file).slice(0, 4)] as const)

  expect(kept.toSorted()).toEqual(
    [...new Map(newest)].map(([folder, number]) => `${folder}/meta/${number}_snapshot.json`).toSorted(),
  )
})

test.for([
  ['drops a table', 'DROP TABLE "doors" CASCADE;'],
  ['drops a column', 'ALTER TABLE "doors" DROP COLUMN "color";'],
  ['renames', 'ALTER TABLE "doors" RENAME COLUMN "color" TO "paint";'],
  ['changes the type of a column', 'ALTER TABLE "doors" ALTER COLUMN "color" SET DATA TYPE integer;'],
  ['requires a value in a column', 'ALTER TABLE "doors" ALTER COLUMN "color" SET NOT NULL;'],
  ['requires a value in a new column', 'ALTER TABLE "doors" ADD COLUMN "size" integer NOT NULL;'],
  ['checks all rows', 'ALTER TABLE "doors" ADD CONSTRAINT "size" CHECK ("size" > 0);'],
  ['builds an index', 'CREATE UNIQUE INDEX "by_color" ON "doors" USING btree ("color");'],
  ['drops an index', 'DROP INDEX "by_color";'],
  [
    'mixes indexes',
    'ALTER TABLE "doors" ADD COLUMN "size" integer;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "by_size" ON "doors" ("size");',
  ],
])('a migration that %s is refused', ([problem = '', statement = '']) => {
  expect(listUnsafeStatements(statement)).toEqual([expect.stringContaining(problem)])
})

test.for([
  [
    'a new table with its index',
    'CREATE TABLE "doors" ("id" uuid NOT NULL);\n--> statement-breakpoint\nCREATE INDEX "i" ON "doors" ("id");',
  ],
  ['a new column with a default', 'ALTER TABLE "doors" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;'],
  ['a new column that may be null', 'ALTER TABLE "doors" ADD COLUMN "size" integer;'],
  ['an index that is built concurrently', 'CREATE INDEX CONCURRENTLY "by_size" ON "doors" ("size");'],
  ['a constraint for new rows', 'ALTER TABLE "doors" ADD CONSTRAINT "size" CHECK ("size" > 0) NOT VALID;'],
])('a migration may make %s', ([, statement = '']) => {
  expect(listUnsafeStatements(statement)).toEqual([])
})

test('the migrations from before the rule show that it reads the files', () => {
  const old = globSync('services/*/migrations/*.sql', { cwd: ROOT }).flatMap((file) =>
    listUnsafeStatements(readFileSync(join(ROOT, file), 'utf8')),
  )

  expect(old.length).toBeGreaterThan(20)
})
