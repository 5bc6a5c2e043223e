import { pino, type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino'
import { currentTraceId } from './trace-context.ts'

export type Log = Logger

/** Names of personal or secret fields. */
const PERSONAL = new Set([
  'email',
  'phone',
  'address',
  'token',
  'password',
  'secret',
  'authorization',
  'cookie',
])
const HIDDEN = '[redacted]'

export function createLog(
  options: { service: string; level: string },
  destination: DestinationStream = pino.destination({ dest: 1, sync: false }),
): Log {
  const log = pino(
    {
      level: options.level,
      base: { service: options.service },
      // The line's own trace stands where it has one.
      mixin: () => {
        const trace = currentTraceId()
        return trace === null ? {} : { trace }
      },
      formatters: { log: hidePersonal },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? hidePersonal({ ...pino.stdSerializers.err(withoutValues(error)), type: error.constructor.name })
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
  const { child } = log
  return Object.assign(log, {
    /** The fields of a child pass no formatter. Its own children inherit this. */
    child(this: Log, fields: Bindings, further?: ChildLoggerOptions): Log {
      return Reflect.apply(child, this, [hidePersonal(fields), further])
    },
  })
}

/**
 * Returns the fields without personal values, however deep. The paths of pino's own redaction reach one level, and copy every line: most
 * lines have nothing to hide and are returned as they are.
 */
function hidePersonal<Fields extends object>(fields: Fields): Fields {
  let shown = fields
  for (const [name, value] of Object.entries(fields)) {
    const told = PERSONAL.has(name) ? HIDDEN : isPlain(value) ? hidePersonal(value) : value
    if (told === value) continue
    if (shown === fields) shown = (Array.isArray(fields) ? [...fields] : { ...fields }) as Fields
    Object.assign(shown, { [name]: told })
  }
  return shown
}

/** True for objects and lists of ours. An instance of a class, such as a request, has a serializer. */
function isPlain(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** Fields in which database errors name the refused row. */
const VALUES = new Set(['detail', 'where'])

/**
 * Returns the error without its values: those are addresses, hashes and tokens. Of its own fields only words and numbers stay: clients
 * attach their arguments, and the request with its credentials.
 */
function withoutValues(error: Error): Error {
  const { message, stack = message, cause } = error
  const query = 'params' in error && 'query' in error && typeof error.query === 'string' ? error.query : null
  const told = query === null ? message : `Failed query: ${query}`
  const copy = new Error(told, cause instanceof Error ? { cause: withoutValues(cause) } : {})
  copy.name = error.name
  copy.stack = stack.replace(message, () => told)
  const fields = Object.entries(error).filter(([name, value]) => !VALUES.has(name) && !isComposed(value))
  return Object.assign(copy, Object.fromEntries(fields))
}

function isComposed(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}
