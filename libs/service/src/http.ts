import type { Problem } from '@walkon/contracts/http/problem-document'
import { PROBLEMS, toProblemType, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { accessRules, requireAccessRules, type AccessOptions } from './access.ts'
import { declaredProblems } from './declared-problems.ts'
import { AppError, isInfrastructureFault } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { measureLimits } from './limits-hit.ts'
import { measureRequests } from './request-durations.ts'
import { inTraceOfRequest, traceRequests } from './request-spans.ts'
import { findUnstorableText } from './storable-text.ts'
import type { Tracer } from './spans.ts'
import { refuseUnreadable } from './unreadable-requests.ts'

export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type HttpOptions = AccessOptions & {
  service: string
  log: Log
  metrics: Metrics
  /** Without it requests have a trace and no spans. */
  tracer?: Tracer | undefined
  /** The addresses or ranges whose `X-Forwarded-For` is believed. Never a number, which trusts every client. */
  trustedProxies?: string[]
}

export const BODY_LIMIT_BYTES = 64 * 1024

/** The Fastify instance that every service starts from: schemas, errors and access are the same in all of them. */
export function createHttpApp(options: HttpOptions): HttpApp {
  const { service, log, metrics, tracer, openLink, accessTokens } = options
  const { trustedProxies = ['127.0.0.1', '::1'] } = options
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable(),
    trustProxy: trustedProxies,
    // The gateway names every request and drops the names that clients send, so that one id leads through all logs.
    requestIdHeader: 'x-request-id',
    genReqId: () => randomUUID(),
    // A sealed token for the longest address there is takes 550.
    routerOptions: { maxParamLength: 1_000 },
  }).withTypeProvider<ZodTypeProvider>()

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler((_request, _reply) => {
    throw new AppError('route-not-found', 'There is nothing at this address')
  })
  if (tracer) traceRequests(app, tracer)
  app.addHook('onRequest', forgetTypeOfNoBody)
  requireAccessRules(app)
  app.register(declaredProblems)
  describeApi(app, service)
  app.register(accessRules, { ...(openLink && { openLink }), ...(accessTokens && { accessTokens }) })
  app.addHook('preValidation', refuseUnstorableText)
  // Not before: the callbacks that read a body leave the context of the request.
  app.addHook('preHandler', (request, _reply, done) => inTraceOfRequest(request, tracer, done))
  measureRequests(app, metrics)
  measureLimits(app, metrics)
  return app
}

/** Many clients name JSON as the type of each request. A DELETE without a body is none of JSON that is cut off. */
async function forgetTypeOfNoBody({ raw: { method, headers } }: FastifyRequest): Promise<void> {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (method === 'DELETE' && !hasBody) delete headers['content-type']
}

/**
 * 400 `invalid-request` for text that PostgreSQL or UTF-8 cannot hold, in any route's body, query or path. A webhook's body
 * is bytes here: it is stored as it came.
 */
async function refuseUnstorableText({ is404, body, query, params }: FastifyRequest): Promise<void> {
  if (is404) return
  const path = findUnstorableText({ body, query, params })
  if (path !== null)
    throw Object.assign(new Error(`${path} holds a character that no text may hold`), { statusCode: 400 })
}

/** Every error leaves as `application/problem+json`; a fault of ours says nothing of its cause. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // The client left while it sent its body: no fault of ours, and the answer reaches no client.
  const hasLeft = request.raw.readableAborted
  const refusal = toProblem(
    hasLeft ? new AppError('invalid-request', 'The body has no end', { cause: error }) : error,
    request.id,
  )
  if (refusal.status >= 500)
    request.log.error({ err: error, path: request.routeOptions.url }, 'request failed')
  else request.log.info({ code: refusal.code, path: request.routeOptions.url }, 'request refused')
  if (error instanceof AppError && error.retryAfterSeconds !== null)
    reply.header('retry-after', error.retryAfterSeconds)
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(refusal)
}

/** Fastify's own refusals by our names: a code is part of the API, theirs is not. */
const FRAMEWORK_CODES: Partial<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
}

/** Refusals of the framework and its plugins that are told by their status. */
const CODES_BY_STATUS: Partial<Record<number, ProblemCode>> = {
  403: 'forbidden',
  404: 'route-not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
}

export function toProblem(error: FastifyError | AppError | Error, requestId: string): Problem {
  const make = (code: ProblemCode, detail: string): Problem => {
    const { status, title } = PROBLEMS[code]
    return { type: toProblemType(code), title, status, code, detail, requestId }
  }
  if (error instanceof AppError) return make(error.code, error.message)
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.slice(1).replaceAll('/', '.'),
      message: message ?? 'Invalid',
    }))
    const detail = errors.map(({ path, message }) => `${path || 'body'}: ${message}`).join('; ')
    return { ...make('invalid-request', detail), errors }
  }
  if (isInfrastructureFault(error)) return make('unavailable', 'We are busy for a moment. Please try again.')
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 500) return make('internal', 'Something went wrong on our side')
  const frameworkCode = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const code = FRAMEWORK_CODES[frameworkCode] ?? CODES_BY_STATUS[status] ?? 'invalid-request'
  return make(code, error.message)
}
