import { SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'
import { REFUSED, type Caller } from '@walkon/testing/access-callers'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The access tables of the services are compared with their routers, and each row is tried with each caller (libs/testing/src/access-matrix.ts).
 * Here: each call that the rooms of staff make is in such a table, for staff alone.
 */

const ROOT = resolve(import.meta.dirname, '..')
const ROOMS = ['desk', 'set-aside', 'system', 'audit', 'affiliates', 'promo-codes', 'issues']

/** What a visitor may ask too. */
const PUBLIC = ['/parks/attractions/*/history', '/billing/promo-codes/check']
/** The form of an affiliate shares the address of the list. */
const ALSO_PUBLIC = ['POST /affiliate-applications']

type Row = { service: ServiceName; route: string; path: string[]; access: string }

const rows = SERVICE_NAMES.flatMap((service): Row[] => {
  const table = readFileSync(join(ROOT, 'services', service, 'src/access.test.ts'), 'utf8')
  return [...table.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) (\/\S*))': '([a-z-]+)'/g)].map(
    ([, route = '', path = '', access = '']) => ({ service, route, path: path.split('/').slice(1), access }),
  )
})

/** The paths that the rooms call, with a star for each part that is filled in. */
const calls = [
  ...new Set(
    globSync(`web/src/features/{${ROOMS.join(',')}}/*.{ts,tsx}`, { cwd: ROOT })
      .filter((file) => !/\.test\./.test(file))
      .flatMap((file) => {
        const source = readFileSync(join(ROOT, file), 'utf8')
          .replaceAll(/\$\{(?:pathOf|trailPath)\(service\)\}/g, '/*')
          .replaceAll(/\$\{[^}]*\}/g, '*')
        return [...source.matchAll(/['"`](\/(?:\*|[a-z]+)\/[^'"`\s]*)['"`]/g)].map(
          ([, path = '']) => path.split('?')[0] ?? '',
        )
      })
      .filter((path) => path.startsWith('/*') || servicesOf(path).length > 0),
  ),
].toSorted()

function servicesOf(path: string): ServiceName[] {
  const [, name = ''] = path.split('/')
  return SERVICE_NAMES.filter((service) => name === '*' || SERVICES[service].address === `/api/${name}`)
}

function rowsOf(path: string): Row[] {
  const parts = path.split('/').slice(2)
  const services = servicesOf(path)
  return rows.filter(
    (row) =>
      services.includes(row.service) &&
      row.path.length === parts.length &&
      row.path.every((part, index) => part === parts[index] || parts[index] === '*'),
  )
}

test('the calls of the rooms are found in their code', () => {
  expect(calls).toEqual(
    expect.arrayContaining([
      '/*/visitors/find',
      '/*/visitors/read',
      '/*/dead-letters/replay',
      '/billing/passes/*/extend',
      '/identity/visitors/erase',
    ]),
  )
})

test.for(calls.filter((path) => !PUBLIC.includes(path)))(
  '%s is in an access table, for staff alone',
  (path) => {
    const found = rowsOf(path).filter(({ route }) => !ALSO_PUBLIC.includes(route))

    expect(found.map(({ route }) => route)).not.toEqual([])
    expect(found.filter(({ access }) => !['support', 'admin', 'proven-admin'].includes(access))).toEqual([])
  },
)

const VISITORS: Caller[] = ['no token', 'a manage link', 'an account', 'a moderator']

test.for([
  ['support', [...VISITORS, 'support with one factor', 'an admin with one factor']],
  ['admin', [...VISITORS, 'support with one factor', 'support', 'an admin with one factor']],
  ['proven-admin', ['support', 'an admin with one factor', 'an admin with a code of before']],
] as const)('a route for %s is tried by, and refuses, %j', ([access, callers]) => {
  expect(REFUSED[access]).toEqual(expect.arrayContaining([...callers]))
})
