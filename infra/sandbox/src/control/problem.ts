import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import { ZodError } from 'zod'

/** A refusal by a control address. */
export class ControlProblem extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function sendProblem(err: FastifyError | Error, _request: FastifyRequest, reply: FastifyReply) {
  const { status, code, message } = toProblem(err)
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, code, detail: message }))
}

function toProblem(err: FastifyError | Error): Pick<ControlProblem, 'status' | 'code' | 'message'> {
  if (err instanceof ControlProblem) return err
  if (err instanceof ZodError) {
    const message = err.issues
      .map(({ path, message: text }) => `${path.join('.') || 'body'}: ${text}`)
      .join('; ')
    return { status: 400, code: 'invalid-request', message }
  }
  const status = 'statusCode' in err ? (err.statusCode ?? 500) : 500
  if (status < 500) return { status, code: 'invalid-request', message: err.message }
  return { status, code: 'internal-error', message: 'Something went wrong in the sandbox.' }
}
