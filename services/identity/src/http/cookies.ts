import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'

/** A request of the web app asks for cookies with `X-CSRF: 1`, which no page of another site can send. */
export const wantsCookie = ({ headers }: FastifyRequest) => headers['x-csrf'] === '1'

/** How our cookies are named and set. Over TLS they have the prefix by which a browser refuses them from every other host. */
export function cookieTerms({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>) {
  const isSecure = PUBLIC_URL.startsWith('https:')
  const options: CookieSerializeOptions = { httpOnly: true, secure: isSecure, sameSite: 'strict', path: '/' }
  return { isSecure, options, nameOf: (name: string) => (isSecure ? `__Host-${name}` : name) }
}
