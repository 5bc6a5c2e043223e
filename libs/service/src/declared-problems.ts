import { problems } from '@walkon/contracts/http/problem'
import { PROBLEMS, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { ZodMiniEnum, ZodMiniObject } from 'zod/mini'
import type { Access } from './access.ts'

const MEDIA_TYPE = 'application/problem+json'

/**
 * Adds to the response schemas of each route the problems of its access rule and its input: a route declares only those of its own use
 * case. A part of an app with an error handler of its own has another wire format and is left out.
 */
export const declaredProblems = fp(async (root) => {
  root.addHook('onRoute', function (route) {
    if (this.errorHandler !== root.errorHandler || route.schema?.hide) return
    const response = toResponses(route.schema?.response)
    const declared = Object.values(response).flatMap(listDeclaredCodes)
    const codes = new Set([...declared, ...listImpliedCodes(route)])
    route.schema = { ...route.schema, response: { ...response, ...toProblemResponses([...codes]) } }
  })
})

/** The response schemas of the codes, under the media type of a problem. */
const toProblemResponses = (codes: ProblemCode[]) =>
  Object.fromEntries(
    Object.entries(problems(...codes)).map(([status, schema]) => [
      status,
      {
        description: listDeclaredCodes(schema)
          .map((code) => PROBLEMS[code].title)
          .join(', '),
        content: { [MEDIA_TYPE]: { schema } },
      },
    ]),
  )

const ASSURED: ProblemCode[] = ['unauthorized', 'insufficient-aal']
const CODES_OF_ACCESS: Record<Access, ProblemCode[]> = {
  public: [],
  provider: ['unauthorized', 'too-many-requests'],
  'first-factor': ['unauthorized'],
  'optional-caller': [...ASSURED, 'opens-one-park'],
  caller: [...ASSURED, 'opens-one-park'],
  account: ASSURED,
  moderator: [...ASSURED, 'forbidden'],
  support: [...ASSURED, 'forbidden'],
  admin: [...ASSURED, 'forbidden'],
  'proven-admin': [...ASSURED, 'forbidden', 'fresh-factor-needed'],
}

const WITHOUT_BODY = new Set(['GET', 'HEAD'])

function listImpliedCodes({ config, method }: RouteOptions): ProblemCode[] {
  // Any query can hold text that no column can: `invalid-request` needs no schema.
  const codes: ProblemCode[] = ['invalid-request', 'internal', 'unavailable']
  if (config?.access)
    codes.push(
      ...CODES_OF_ACCESS[config.access].filter((code) => !config.opensPark || code !== 'opens-one-park'),
    )
  // Also where the route has no use for a body: one that comes with the request is read.
  if ([method].flat().some((name) => !WITHOUT_BODY.has(name)))
    codes.push('invalid-json', 'body-too-large', 'unsupported-media-type')
  return codes
}

const toResponses = (response: unknown): Record<string, unknown> =>
  typeof response === 'object' && response !== null ? { ...response } : {}

/** The codes that a response schema names; none for one that is no problem. */
function listDeclaredCodes(schema: unknown): ProblemCode[] {
  const code: unknown = schema instanceof ZodMiniObject ? schema.shape['code'] : undefined
  return code instanceof ZodMiniEnum ? (code.options as ProblemCode[]) : []
}
