import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findBreakingChanges, SAME_CHARACTERS, type EventSchema } from './breaking-changes.ts'

const CONTRACTS = resolve(import.meta.dirname, '../../../libs/contracts')
const read = (folder: string, file: string) =>
  JSON.parse(readFileSync(join(CONTRACTS, folder, file), 'utf8')) as EventSchema
const released = readdirSync(join(CONTRACTS, 'released'))

test('no event of the last release is gone', () => {
  const now = new Set(readdirSync(join(CONTRACTS, 'schemas')))
  expect(released.length).toBeGreaterThan(20)
  expect(released.filter((file) => !now.has(file))).toEqual([])
})

test.each(released)('%s breaks no reader of the last release', (file) => {
  expect(findBreakingChanges(read('released', file), read('schemas', file))).toEqual([])
})

test.each(SAME_CHARACTERS)('%s is another spelling of %s', (earlier, later) => {
  const [before, after] = [earlier, later].map((characters) => new RegExp(`[${characters}]`, 'u'))
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
  expect(all.filter((character) => before?.test(character) !== after?.test(character))).toEqual([])
})

const EVENT: EventSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    outcome: { type: 'string', enum: ['accepted', 'bounced'] },
    note: { type: ['string', 'null'], maxLength: 100 },
    rides: {
      type: 'array',
      items: { type: 'object', properties: { rideId: { type: 'string' } }, required: ['rideId'] },
    },
    price: { anyOf: [{ type: 'object', properties: { cents: { type: 'integer' } } }, { type: 'null' }] },
  },
  required: ['id', 'outcome', 'rides'],
}

/** The event with some fields in another form; undefined takes one away. */
const withFields = (fields: Record<string, EventSchema | undefined>, required = EVENT.required ?? []) => {
  const { properties, ...rest } = structuredClone(EVENT)
  const all = Object.entries({ ...properties, ...fields })
  return {
    ...rest,
    properties: Object.fromEntries(all.flatMap(([name, field]) => (field ? [[name, field]] : []))),
    required,
  }
}

test.each<[change: string, now: EventSchema, named: string]>([
  ['a removed field', withFields({ note: undefined }), 'data.note is gone'],
  ['a renamed field', withFields({ note: undefined, remark: { type: 'string' } }), 'data.note is gone'],
  [
    'a new required field',
    withFields({ at: { type: 'string' } }, ['id', 'outcome', 'rides', 'at']),
    'data.at is new and required',
  ],
  ['a field that may be missing now', withFields({}, ['id', 'rides']), 'data.outcome may be missing'],
  [
    'a field that is required now',
    withFields({}, ['id', 'outcome', 'rides', 'note']),
    'data.note is required',
  ],
  ['another type', withFields({ id: { type: 'integer' } }), 'data.id is integer and was string'],
  ['a narrowed type', withFields({ note: { type: 'string' } }), 'data.note is string and was null or string'],
  [
    'a removed value',
    withFields({ outcome: { type: 'string', enum: ['accepted'] } }),
    'data.outcome is never "bounced" any more',
  ],
  [
    'values that are listed now',
    withFields({ id: { type: 'string', format: 'uuid', enum: ['one'] } }),
    'data.id takes listed values alone',
  ],
  [
    'a shorter text',
    withFields({ note: { type: ['string', 'null'], maxLength: 50 } }),
    'data.note has a narrower maxLength',
  ],
  ['another format', withFields({ id: { type: 'string', format: 'ulid' } }), 'data.id has a narrower format'],
  [
    'a field of a list that is gone',
    withFields({ rides: { type: 'array', items: { type: 'object', properties: {}, required: [] } } }),
    'data.rides[].rideId is gone',
  ],
  [
    'a lost variant',
    withFields({ price: { anyOf: [{ type: 'null' }] } }),
    'data.price has lost its variant 1',
  ],
])('%s breaks a reader', (_change, now, named) => {
  expect(findBreakingChanges(EVENT, now)).toContain(named)
})

test.each<[change: string, now: EventSchema]>([
  ['nothing', EVENT],
  ['a new optional field', withFields({ remark: { type: 'string' } })],
  ['one more value', withFields({ outcome: { type: 'string', enum: ['accepted', 'bounced', 'expired'] } })],
  ['a longer text', withFields({ note: { type: ['string', 'null'], maxLength: 200 } })],
])('%s breaks no reader', (_change, now) => {
  expect(findBreakingChanges(EVENT, now)).toEqual([])
})
