import { isDeepStrictEqual } from 'node:util'
import { problemDocument } from '@walkon/contracts/http/problem-document'
import { z } from 'zod'

type Response = { description?: string; content?: Record<string, { schema: Schema }> }
type Schema = { type?: string; properties?: Record<string, { enum?: string[] }>; anyOf?: Schema[] }
export type PathItem = Record<string, { tags?: string[]; responses?: Record<string, Response | Reference> }>
type Reference = { $ref: string }

const PROBLEM = 'application/problem+json'

/**
 * Moves the refusals of all routes to `components`: each set of codes is one response, and all problems share one schema. A generated client
 * has one `Problem`, and a route names a refusal in one line.
 */
export function liftRefusals(paths: Record<string, PathItem>) {
  const responses: Record<string, Response> = {}

  const lift = (response: Response | Reference): Response | Reference => {
    if ('$ref' in response || !response.content) return response
    const name = nameOf(response.content)
    if (!name) return response
    const lifted = { ...response, content: shareProblem(response.content) }
    responses[name] ??= lifted
    if (!isDeepStrictEqual(responses[name], lifted)) throw new Error(`Two refusals are named ${name}.`)
    return { $ref: `#/components/responses/${name}` }
  }

  const lifted = mapValues(paths, (item) =>
    mapValues(item, (operation) =>
      operation.responses
        ? {
            ...operation,
            responses: mapEntries(operation.responses, (status, response) =>
              Number(status) < 400 ? response : lift(response),
            ),
          }
        : operation,
    ),
  )
  const { $schema: _, ...problem } = z.toJSONSchema(problemDocument)
  const sorted = Object.entries(responses).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return {
    paths: lifted,
    components: { schemas: { Problem: problem }, responses: Object.fromEntries(sorted) },
  }
}

/**
 * The name of a refusal in `components`: its codes in the order of the route. In the wire format of GoTrue, which shares codes with our
 * problems, they stand after `auth`. Undefined for a page of HTML.
 */
function nameOf(content: NonNullable<Response['content']>): string | undefined {
  const [type, { schema } = {}] = Object.entries(content)[0] ?? []
  const codes = (schema?.anyOf?.[0] ?? schema)?.properties?.['code']?.enum
  return codes && [...(type === PROBLEM ? [] : ['auth']), ...codes].join('.')
}

const shareProblem = (content: NonNullable<Response['content']>) =>
  mapEntries(content, (type, { schema, ...rest }) => ({
    ...rest,
    schema: type === PROBLEM ? toNarrowedProblem(schema) : schema,
  }))

const toNarrowedProblem = ({ properties }: Schema): Schema =>
  ({
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: { code: properties?.['code'] }, required: ['code'] },
    ],
  }) as Schema

const mapEntries = <From, To>(record: Record<string, From>, to: (key: string, value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(key, value)])) as Record<
    string,
    To
  >

const mapValues = <From, To>(record: Record<string, From>, to: (value: From) => To) =>
  mapEntries(record, (_, value) => to(value))
