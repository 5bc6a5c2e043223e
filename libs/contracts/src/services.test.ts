import { expect, test } from 'vitest'
import { schemaOf, SERVICE_NAMES, SERVICES } from './services.ts'

const entries = Object.values(SERVICES)

test('no two services listen on the same port', () => {
  const ports = entries.flatMap(({ port, operatorPort }) => [port, operatorPort])

  expect(new Set(ports).size).toBe(ports.length)
})

test('no service has the address of another, or one below it', () => {
  const addresses = entries.map(({ address }) => `${address}/`)
  const clashes = addresses.filter((address) =>
    addresses.some((other) => other !== address && other.startsWith(address)),
  )

  expect(new Set(addresses).size).toBe(addresses.length)
  expect(clashes).toEqual([])
})

test('the name of a service is valid as folder and package and, with underscores, as PostgreSQL schema', () => {
  expect(SERVICE_NAMES.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  expect(SERVICE_NAMES.map(schemaOf).filter((schema) => !/^[a-z_]{1,63}$/.test(schema))).toEqual([])
})
