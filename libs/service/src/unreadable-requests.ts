import { PROBLEMS, toProblemType, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import type { Problem } from '@walkon/contracts/http/problem-document'
import { randomUUID } from 'node:crypto'
import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Errors of Node's parser that have a status of their own. */
const CODES: Partial<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'body-too-slow',
}

/**
 * Answers what the parser refuses before there is a request, for Fastify's `clientErrorHandler`: a problem as any other, with the headers of
 * every answer. Where the refused request ends is unknown, so the connection ends and says so: a pool in front sends nothing more on it.
 */
export const refuseUnreadable =
  (headers: Record<string, string> = {}) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable && !isAnswering(socket)) socket.write(toRefusal(error.code, headers))
    socket.destroySoon()
  }

/** Part of an earlier answer on the connection is sent: more text would be taken for its body. */
function isAnswering(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return answer instanceof ServerResponse && answer.headersSent
}

function toRefusal(cause: string | undefined, headers: Record<string, string>): string {
  const code = CODES[cause ?? ''] ?? 'invalid-request'
  const { status, title } = PROBLEMS[code]
  const problem: Problem = {
    type: toProblemType(code),
    title,
    status,
    code,
    detail: 'This is no valid request',
    requestId: randomUUID(),
  }
  const body = JSON.stringify(problem)
  const lines = {
    ...headers,
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': problem.requestId,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`
}
