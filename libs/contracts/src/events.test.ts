import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EventDefinition } from './event.ts'
import * as alerts from './events/alerts.ts'
import * as billing from './events/billing.ts'
import * as identity from './events/identity.ts'
import * as notifications from './events/notifications.ts'
import * as parkData from './events/park-data.ts'
import { TOPICS } from './topics.ts'

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'topic' in value

const definitions = [alerts, billing, identity, notifications, parkData]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isDefinition)

/**
 * The schema files are the published promise. A change to one shows up in review as what it is: an optional
 * field more is fine, anything else needs a new version beside the old.
 */
test.for(definitions)('$type keeps its promise', async ({ type, data }) => {
  const schema = JSON.stringify(z.toJSONSchema(data), null, 2)
  await expect(`${schema}\n`).toMatchFileSnapshot(`../schemas/${type}.json`)
})

test.for(definitions)('$type is a fact in PascalCase on a topic of the list', ({ type, topic }) => {
  expect(type).toMatch(/^([A-Z][a-z]+)+(ed|d|V\d+)$/)
  expect(Object.keys(TOPICS)).toContain(topic)
})

test('no two definitions share a type', () => {
  expect(new Set(definitions.map(({ type }) => type)).size).toBe(definitions.length)
})

test('a topic that carries an address is never compacted and keeps seven days', () => {
  const carryAddresses = definitions.filter(({ data }) =>
    /"(email|address)"/.test(JSON.stringify(z.toJSONSchema(data))),
  )
  expect(carryAddresses.length).toBeGreaterThan(0)
  for (const { topic } of carryAddresses) {
    expect(TOPICS[topic as keyof typeof TOPICS]).toMatchObject({ cleanup: 'delete', retentionDays: 7 })
  }
})
