import type { FastifyRequest } from 'fastify'
import { isOriginForm } from '../proxy/upstream-path.ts'

/** Node's parser takes requests of which two servers in a row could read different things. They end their connection. */
export const isWellFormed = (request: FastifyRequest): boolean =>
  isOriginForm(request.originalUrl) && isFramed(request) && hasOneHost(request)

/** RFC 9112, section 6.1: in HTTP/1.0 a transfer encoding makes it unknown where a request ends. */
const isFramed = ({ raw }: FastifyRequest) =>
  raw.httpVersion !== '1.0' || raw.headers['transfer-encoding'] === undefined

/** RFC 9112, section 3.2: of two hosts each server picks its own. HTTP/1.0 may name none. */
function hasOneHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  const names = rawHeaders.filter((_, place) => place % 2 === 0)
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
