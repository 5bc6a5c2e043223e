import { PROBLEMS, type GoTrueCode, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import { AppError } from '@walkon/service/errors'
import { toProblem } from '@walkon/service/http'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { WeakPassword } from '../use-cases/refuse.ts'

const API_VERSION_HEADER = 'x-supabase-api-version'
/** The first API version whose errors have a string as their code. */
const STRING_CODES_SINCE = '2024-01-01'

/** GoTrue's codes for the errors that every service has. */
const CODES: Partial<Record<ProblemCode, GoTrueCode>> = {
  'invalid-request': 'validation_failed',
  'invalid-json': 'bad_json',
  'body-too-large': 'validation_failed',
  'invalid-user-data': 'validation_failed',
  'unsupported-media-type': 'bad_json',
  'insufficient-aal': 'insufficient_aal',
  forbidden: 'not_admin',
  unavailable: 'unexpected_failure',
  internal: 'unexpected_failure',
}

/** Answers every error below `/auth/v1` as GoTrue's clients read it, and counts refusals by their code. */
export function createGoTrueErrors(metrics: Metrics) {
  const refusals = new Counter({
    name: 'auth_failures_total',
    help: 'Refused calls of the wire format, by error code',
    labelNames: ['reason'],
    registers: [metrics],
  })
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error, request)
    refusals.inc({ reason: refusal.code })
    return sendGoTrueError(error, refusal, request, reply)
  }
}

type Refusal = { status: number; code: ProblemCode; message: string }

function sendGoTrueError(
  error: FastifyError,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, code, message } = refusal
  if (status >= 500) request.log.error({ err: error, path: request.routeOptions.url }, 'request failed')
  else request.log.info({ code, path: request.routeOptions.url }, 'request refused')
  if (error instanceof AppError && error.retryAfterSeconds !== null)
    reply.header('retry-after', error.retryAfterSeconds)

  const version = request.headers[API_VERSION_HEADER]
  const hasStringCodes = typeof version === 'string' && version >= STRING_CODES_SINCE
  if (hasStringCodes) reply.header(API_VERSION_HEADER, STRING_CODES_SINCE)
  const body = hasStringCodes ? { code, message } : { code: status, error_code: code, msg: message }
  const weakness = error instanceof WeakPassword ? { weak_password: { reasons: error.reasons } } : {}
  return reply
    .code(status)
    .header('x-sb-error-code', code)
    .header('cache-control', 'no-store')
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ ...body, ...weakness })
}

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  const { code, detail } = toProblem(error, request.id)
  if (code === 'unauthorized') {
    return request.headers.authorization
      ? { status: 403, code: 'bad_jwt', message: 'invalid JWT' }
      : { status: 401, code: 'no_authorization', message: 'This endpoint requires a Bearer token' }
  }
  return {
    ...toGoTrueRefusal(code),
    message: code === 'insufficient-aal' ? 'AAL2 session is required' : detail,
  }
}

/** A code in GoTrue's words, with the status of our refusal; GoTrue alone has 401 for a missing second factor. */
export const toGoTrueRefusal = (code: ProblemCode): { status: number; code: ProblemCode } => ({
  status: code === 'insufficient-aal' ? 401 : PROBLEMS[code].status,
  code: CODES[code] ?? code,
})
