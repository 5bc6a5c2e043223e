import { entryOf, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { toOpenApiDocument } from '@walkon/local/openapi-documents'
import { expect, test } from 'vitest'

/** Of an OpenAPI document, what is looked at here. */
type Document = { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }
type Operation = {
  summary?: string
  operationId?: string
  tags?: string[]
  responses: Record<string, { description: string }>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The operations of a service's document, by `GET /parks`. */
async function listOperations(name: ServiceName) {
  const { paths, tags } = JSON.parse(await toOpenApiDocument(name)) as Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ route: `${method.toUpperCase()} ${path}`, ...operation }] : []
    }),
  )
  return { operations, tags: tags.map((tag) => tag.name) }
}

/** What a route's schema lacks; empty for a route that is described. */
function listGaps({
  route,
  summary = '',
  operationId = '',
  tags = [],
  responses,
}: Operation & { route: string }) {
  const gaps: string[] = []
  if (!/^[A-Z].*[^.]$/.test(summary)) gaps.push('summary: a sentence without a full stop')
  if (!/^[a-z]+[A-Za-z]+$/.test(operationId)) gaps.push('operationId: camelCase, a verb first')
  if (tags.length !== 1) gaps.push('tags: one resource')
  // The first is what @fastify/swagger writes for a response without words.
  const isUndescribed = Object.values(responses).some(({ description }) =>
    /^(Default Response)?$/.test(description),
  )
  if (isUndescribed) gaps.push('success: what the answer of a success holds')
  return gaps.map((gap) => `${route} needs ${gap}`)
}

test.for(SERVICE_NAMES)(
  'each route of %s has a summary, an operationId, a tag, and words for its success',
  async (name) => {
    const { operations } = await listOperations(name)

    expect(operations).not.toEqual([])
    expect(operations.flatMap(listGaps)).toEqual([])
  },
)

test.for(SERVICE_NAMES)('no two routes of %s have the same operationId', async (name) => {
  const ids = (await listOperations(name)).operations.map(({ operationId }) => operationId)

  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test.for(SERVICE_NAMES)('the head of the document of %s describes each tag of its routes', async (name) => {
  const { operations, tags } = await listOperations(name)
  const used = operations.flatMap((operation) => operation.tags ?? [])

  expect(used.filter((tag) => !tags.includes(tag))).toEqual([])
})

/** The verbs of operations that change nothing. Checking a promo code is none: each try is counted as a guess. */
const READING = /^(find|list|read|describe|quote|lookUp|vouch)[A-Z]/

test.for(SERVICE_NAMES)(
  'the gateway counts a POST of %s as a read if its operation has a reading verb, and no other',
  async (name) => {
    const { operations } = await listOperations(name)
    const reading = operations
      .filter(({ route, operationId = '' }) => route.startsWith('POST ') && READING.test(operationId))
      .map(({ route }) => route.replaceAll(/\{(\w+)\}/g, ':$1'))

    expect(entryOf(name).reads?.toSorted() ?? []).toEqual(reading.toSorted())
  },
)
