import { AppError } from '@walkon/service/errors'
import { dropMalformedMediaType } from '@walkon/service/malformed-media-type'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Admission } from './admission.ts'
import type { ProxyRoute } from './proxy-routes.ts'

export type BodyRules = {
  /** Of bodies that are on their way from a client or to a service: each holds a buffer. */
  admission: Admission
  /** True if the handler reads the body by itself (`readInTime`); else Fastify does, before the handler. */
  isReadByHandler: boolean
}

/** How the routes that are registered after it read a body. A service never waits for one: it is held whole first. */
export function readBodies(app: FastifyInstance, { admission, isReadByHandler }: BodyRules): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    try {
      if (hasBody(request)) admission.admit(request.ip, reply.raw)
      done(null, payload)
    } catch (error) {
      // The client may go on sending: its connection ends with the answer.
      reply.header('connection', 'close')
      done(error as AppError)
    }
  })
  // The service decides about a body of no type: a one-click unsubscription is one.
  dropMalformedMediaType(app)
  app.removeAllContentTypeParsers()
  if (isReadByHandler) {
    app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  } else {
    app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  }
}

/**
 * The body of a webhook. Throws `unauthorized`, before any of the body is read, for a request without the header that proves its sender.
 * Throws `body-too-large`, and `body-too-slow` for a body that is not whole after `timeoutMs`.
 */
export async function readInTime(
  request: FastifyRequest,
  reply: FastifyReply,
  { proofHeader, bodyLimitBytes }: Pick<ProxyRoute, 'proofHeader' | 'bodyLimitBytes'>,
  timeoutMs: number,
): Promise<Buffer | null> {
  try {
    if (proofHeader && !request.headers[proofHeader]) {
      throw new AppError('unauthorized', 'This address is for a provider')
    }
    if (!(request.body instanceof Readable)) return null
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) throw tooLarge()
    return await readWhole(request.body, bodyLimitBytes, timeoutMs)
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  }
}

const readWhole = (body: Readable, limitBytes: number, timeoutMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const timer = setTimeout(() => fail(new AppError('body-too-slow', 'The body takes too long')), timeoutMs)
    function fail(error: AppError): void {
      clearTimeout(timer)
      body.pause().removeListener('data', keep)
      reject(error)
    }
    function keep(chunk: Buffer): void {
      bytes += chunk.length
      if (bytes > limitBytes) fail(tooLarge())
      else chunks.push(chunk)
    }
    body.on('data', keep)
    body.once('end', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks))
    })
    body.once('error', () => fail(new AppError('invalid-request', 'The body has no end')))
  })

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const tooLarge = () => new AppError('body-too-large', 'The body is too large')
