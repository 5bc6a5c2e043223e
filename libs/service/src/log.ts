import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Wildcards of pino reach one level only, so what is personal is named at the levels where we log objects. */
const PERSONAL = ['email', 'phone', 'address', 'token', 'password', 'secret', 'authorization', 'cookie']

export function createLog(
  options: { service: string; level: string },
  destination: DestinationStream = pino.destination({ dest: 1, sync: false }),
): Log {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      redact: {
        paths: [
          ...PERSONAL,
          ...PERSONAL.map((name) => `*.${name}`),
          'req.headers.authorization',
          'req.headers.cookie',
        ],
        censor: '[redacted]',
      },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? { ...pino.stdSerializers.err(withoutValues(error)), type: error.constructor.name }
            : error,
        // The route's pattern instead of the address, whose path or query string can carry a token.
        req: (request: { method: string; routeOptions?: { url?: string } }) => ({
          method: request.method,
          path: request.routeOptions?.url,
        }),
      },
    },
    destination,
  )
}

/** Where errors of the database carry what a query was given, and the row that was refused. */
const VALUES = new Set(['params', 'parameters', 'args', 'detail', 'where', 'cause'])

/** What went wrong, without the values it went wrong with: those are addresses, hashes and tokens. */
function withoutValues(error: Error): Error {
  const { message, stack = message, cause } = error
  const query = 'params' in error && 'query' in error && typeof error.query === 'string' ? error.query : null
  const told = query === null ? message : `Failed query: ${query}`
  const copy = new Error(told, cause instanceof Error ? { cause: withoutValues(cause) } : {})
  copy.name = error.name
  copy.stack = stack.replace(message, () => told)
  return Object.assign(copy, Object.fromEntries(Object.entries(error).filter(([name]) => !VALUES.has(name))))
}
