import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EventDefinition } from './event.ts'
import { EVENT_TYPES } from './event-types.ts'
import { carriesAddress } from './event-privacy.ts'
import { parkCatalogChanged } from './events/park-data.ts'
import { SERVICE_NAMES } from './services.ts'
import { TOPICS } from './topics.ts'

const folder = join(import.meta.dirname, 'events')

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'topic' in value

const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(folder).map((file) => import(join(folder, file))),
)
const definitions = modules.flatMap((module) => Object.values(module)).filter(isDefinition)

const topics = Object.entries(TOPICS).map(([name, topic]) => ({
  name,
  topic,
  events: definitions.filter((definition) => definition.topic === name),
}))

/**
 * The schema files are the published contract, so that a review sees each change of it. Another optional field is fine;
 * any other change needs a new version beside the old one.
 */
test.for(definitions)('$type has the data of its published schema', async ({ type, data }) => {
  const schema = JSON.stringify(z.toJSONSchema(data, { io: 'input' }), null, 2)
  await expect(`${schema}\n`).toMatchFileSnapshot(`../schemas/${type}.json`)
})

test('every schema file belongs to an event definition', () => {
  const files = readdirSync(join(import.meta.dirname, '../schemas'))

  expect(files.toSorted()).toEqual(definitions.map(({ type }) => `${type}.json`).toSorted())
})

test.for(definitions)('$type is named in PascalCase and published on a listed topic', ({ type, topic }) => {
  expect(type).toMatch(/^([A-Z][a-z]+)+(ed|d|Left|V\d+)$/)
  expect(Object.keys(TOPICS)).toContain(topic)
})

test('no two event definitions share a type', () => {
  expect(new Set(definitions.map(({ type }) => type)).size).toBe(definitions.length)
})

test.for(topics)('the topic $name has one publisher, or carries requests of every service', ({ events }) => {
  const publishers = [...new Set(events.map(({ publisher }) => publisher))]

  expect(publishers).toHaveLength(1)
  expect([...SERVICE_NAMES, 'any']).toContain(publishers[0])
})

test('a topic that carries an address is not compacted and is kept seven days', () => {
  const carryAddresses = definitions.filter(carriesAddress)
  expect(carryAddresses.length).toBeGreaterThan(0)
  for (const { topic } of carryAddresses) {
    expect(TOPICS[topic as keyof typeof TOPICS]).toMatchObject({ cleanup: 'delete', retentionDays: 7 })
  }
})

test('the types that consumers know are those of all definitions', () => {
  expect([...EVENT_TYPES].toSorted()).toEqual(definitions.map(({ type }) => type).toSorted())
})

test.for([
  ['Mars/Olympus', false],
  ['', false],
  ['../etc', false],
  ['America/New_York', true],
  ['Asia/Hong_Kong', true],
] as const)('a park in the time zone "%s" is an event that may be read: %s', ([timezone, isRead]) => {
  const parkId = '75ea578a-adc8-4116-a54d-dccb60765ef9'
  const park = { parkId, name: 'A park', destinationId: parkId, destinationName: 'A resort', retired: false }
  expect(parkCatalogChanged.data.safeParse({ ...park, timezone, attractions: [] }).success).toBe(isRead)
})
