import { SERVICE_NAMES } from '@walkon/contracts/services'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  EVERYWHERE,
  FIELDS_WITHOUT_WORDS,
  NO_WORDS,
  OURS,
  WORD_FIELDS,
  WORDS,
} from './support/columns-with-words.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({ name: z.string(), columns: z.record(z.string(), z.object({ type: z.string() })) }),
  ),
})
const HOLDS_TEXT = /^(text|json|bytea|varchar|char)/

/** Every column of a service that can hold text, as `service.table.column`. */
const columns = SERVICE_NAMES.flatMap((service) => {
  const [file = ''] = globSync(`services/${service}/migrations/meta/*_snapshot.json`, { cwd: ROOT })
  return Object.values(snapshot.parse(JSON.parse(read(file))).tables).flatMap((table) =>
    Object.entries(table.columns)
      .filter(([, { type }]) => HOLDS_TEXT.test(type))
      .map(([column]) => ({ service, name: `${table.name}.${column}`, column })),
  )
})
const isKnown = ({ service, name, column }: (typeof columns)[number]) =>
  `${service}.${name}` in WORDS || EVERYWHERE.includes(name) || OURS.has(name) || NO_WORDS.has(column)

test('each column that can hold words of people is on the list that says how they end', () => {
  expect(columns.length).toBeGreaterThan(200)
  expect(columns.filter((column) => !isKnown(column))).toEqual([])
})

test('each column of the list exists', () => {
  const known = new Set(columns.map(({ service, name }) => `${service}.${name}`))
  expect(Object.keys(WORDS).filter((name) => !known.has(name))).toEqual([])
})

const ERASURES: Record<string, string> = { identity: 'erase-account' }
const EXPORTS: Record<string, string> = { identity: 'list-data' }
/** A file of a service by its name alone: its room may sort files by subject. */
const readIn = (service: string, name: string): string => {
  const [file] = globSync(`services/${service}/src/{use-cases,db}/**/${name}.ts`, { cwd: ROOT })
  if (!file) throw new Error(`${service} has no ${name}.ts`)
  return read(file)
}
const kept = Object.entries(WORDS).flatMap(([column, words]) =>
  'stays' in words ? [] : [{ column, service: column.split('.')[0] ?? '', ...words }],
)

describe.each(kept)('the words in $column', ({ service, erasedBy, exportedAs, gate }) => {
  test('the words go with the account', () => {
    const erasure = readIn(service, ERASURES[service] ?? 'erase-users')
    expect(erasure).toMatch(new RegExp(`\\b${erasedBy}\\(`))
  })

  test('the words are in the data export', () => {
    const exported = readIn(service, EXPORTS[service] ?? 'data-export')
    expect(exported).toMatch(new RegExp(`\\b${exportedAs}:`))
  })

  test('the words pass a gate before another person reads them, or none reads them', () => {
    if (typeof gate !== 'string') expect(read(gate[0])).toContain(gate[1])
    else expect(gate.length).toBeGreaterThan(20)
  })
})

type Schema = {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Document = {
  components?: { schemas?: Record<string, Schema> }
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
}

/** The names of all fields of text in a request body, and of objects with any names. */
function fieldsOf(schema: Schema, document: Document, field: string): string[] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  const named = $ref === undefined ? undefined : document.components?.schemas?.[$ref.split('/').at(-1) ?? '']
  if (named) return fieldsOf(named, document, field)
  const isText = schema.type === 'string' && !schema.format && !schema.enum && schema.const === undefined
  const isOpen = typeof schema.additionalProperties === 'object'
  return [
    ...(isText || isOpen ? [field] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => fieldsOf(inner, document, name)),
    ...[...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap((inner) =>
      fieldsOf(inner, document, field),
    ),
  ]
}

const fields = SERVICE_NAMES.flatMap((service) => {
  const document = JSON.parse(read(`docs/api/${service}.json`)) as Document
  const bodies = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {})),
  )
  const names = bodies.flatMap(({ schema }) => fieldsOf(schema, document, ''))
  return [...new Set(names)].map((field) => ({ service, field }))
})

test('each field of the lists is a field of a request', () => {
  const named = new Set(fields.flatMap(({ service, field }) => [field, `${service}.${field}`]))
  expect([...Object.keys(WORD_FIELDS), ...FIELDS_WITHOUT_WORDS].filter((field) => !named.has(field))).toEqual(
    [],
  )
})

test('each field that takes free text is on the list that names the columns that keep it', () => {
  expect(fields.length).toBeGreaterThan(50)
  expect(
    fields.filter(
      ({ service, field }) => !(`${service}.${field}` in WORD_FIELDS) && !FIELDS_WITHOUT_WORDS.has(field),
    ),
  ).toEqual([])
  expect(
    Object.values(WORD_FIELDS)
      .flat()
      .filter((column) => !(column in WORDS)),
  ).toEqual([])
})
