import { PROBLEMS, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import type { Access } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { toGoTrueRefusal } from './gotrue-errors.ts'

/** GoTrue's error in its two forms: for a client that names an API version, and for one that names none. */
function toErrorSchema(codes: ProblemCode[]) {
  const code = z.enum(codes)
  const weak_password = z.object({ reasons: z.array(z.string()) })
  const reasons = codes.includes('weak_password') ? { weak_password: weak_password.optional() } : {}
  return z
    .union([
      z.object({ code, message: z.string(), ...reasons }),
      z.object({ code: z.int(), error_code: code, msg: z.string(), ...reasons }),
    ])
    .describe(codes.map((each) => PROBLEMS[each].title).join(', '))
}
type ErrorSchema = ReturnType<typeof toErrorSchema>

type Status = 400 | 401 | 403 | 404 | 413 | 415 | 422 | 429 | 500 | 503

/**
 * The response schemas of a route below `/auth/v1` for the codes of its use case. A code of ours is declared as GoTrue's. The counterpart
 * of `problems` of the contracts, which is for routes that answer problem documents.
 */
export function refusals(...codes: ProblemCode[]): Record<Status, ErrorSchema> {
  const byStatus = Map.groupBy(codes.map(toGoTrueRefusal), ({ status }) => status)
  const schemas = [...byStatus].map(([status, refused]) => [
    status,
    toErrorSchema([...new Set(refused.map(({ code }) => code))]),
  ])
  return Object.fromEntries(schemas) as Record<Status, ErrorSchema>
}

/**
 * Adds to each route of `/auth/v1` the refusals of its access rule and its input: a route declares only those of its own use case. Called
 * before the routes are registered.
 */
export function declareRefusals(auth: HttpApp): void {
  auth.addHook('onRoute', (route) => {
    const response = { ...(route.schema?.response as Record<string, z.ZodType> | undefined) }
    for (const [status, implied] of Object.entries(refusals(...listImpliedCodes(route)))) {
      const codes = new Set([...listCodes(response[status]), ...listCodes(implied)])
      response[status] = toErrorSchema([...codes])
    }
    route.schema = { ...route.schema, response }
  })
}

const listCodes = (schema: unknown): ProblemCode[] =>
  schema === undefined ? [] : (schema as ErrorSchema).options[0].shape.code.options

const SIGNED_IN: ProblemCode[] = ['no_authorization', 'bad_jwt', 'session_not_found', 'user_not_found']
const CODES_OF_ACCESS: Partial<Record<Access, ProblemCode[]>> = {
  'first-factor': SIGNED_IN,
  account: [...SIGNED_IN, 'insufficient-aal'],
}

function listImpliedCodes({ config, method }: RouteOptions): ProblemCode[] {
  const codes: ProblemCode[] = ['invalid-request', 'bad_origin', 'internal', 'unavailable']
  if (config?.access) codes.push(...(CODES_OF_ACCESS[config.access] ?? []))
  if (method !== 'GET' && method !== 'HEAD')
    codes.push('invalid-json', 'body-too-large', 'unsupported-media-type')
  return codes
}
