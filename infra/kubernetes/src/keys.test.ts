import { SERVICE_NAMES } from '@walkon/contracts/services'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentOf, FOLDER } from './testing/overlay-environment.ts'

/** A service has the keys of its own purposes: the key of manage links opens the alerts of everybody. */

const OPENS_MANAGE_LINKS = ['alert-evaluator', 'billing', 'notifier']

const compose = parse(readFileSync(join(FOLDER, '../docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>
}
const deployed = {
  compose: (name: string) => compose.services[name]?.environment ?? {},
  'the overlay local': (name: string) => environmentOf('local', name),
  'the overlay production': (name: string) => environmentOf('production', name),
}

test.each(Object.entries(deployed))(
  '%s gives the key of manage links to the services that open them alone',
  (_, environmentFor) => {
    const given = SERVICE_NAMES.filter((name) => environmentFor(name)['TOKEN_KEYS'] !== undefined)
    expect(given.toSorted()).toEqual(OPENS_MANAGE_LINKS)
  },
)

test('the development keys of compose differ by purpose', () => {
  const keys = SERVICE_NAMES.flatMap((name) =>
    Object.entries(deployed.compose(name)).filter(([setting]) => setting.endsWith('_KEYS')),
  )
  const byPurpose = new Map(keys)
  expect(byPurpose.size).toBe(5)
  expect(new Set(byPurpose.values()).size).toBe(5)
})
