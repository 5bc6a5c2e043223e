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
        // The query string can carry a token; the path of our routes carries ids only.
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
        }),
      },
    },
    destination,
  )
}
