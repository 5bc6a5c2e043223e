import { AppError } from '@walkon/service/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'
import { toDevice } from '../domain/device.ts'
import type { Mac } from '../secrets/macs.ts'
import type { Asker } from '../limits/attempts.ts'
import type { IssuedSession, SessionOrigin } from '../use-cases/sessions/issue-session.ts'
import { cookieTerms, wantsCookie } from './cookies.ts'

/** In place of the refresh token, which the web app has in a cookie that no script reads. */
export const COOKIE_PLACEHOLDER = 'cookie'

export type BrowserSessions = {
  /** Throws for a request that asks for the cookie from another site. */
  checkOrigin(request: FastifyRequest): void
  /** The answer with a session: for the web app the refresh token is set as a cookie. */
  answer(request: FastifyRequest, reply: FastifyReply, session: IssuedSession): IssuedSession['body']
  /** The device and the kind of client of a session that this request begins. */
  originOf(request: FastifyRequest): SessionOrigin
  /** The refresh token of the body or, for the placeholder, of the cookie. */
  refreshToken(request: FastifyRequest, given: string): string
  /** Clears the cookie of the session. */
  clear(request: FastifyRequest, reply: FastifyReply): void
  /** The account if this browser has been signed in to it before. */
  knownDevice(request: FastifyRequest, userId: string): string | null
  /** The client that asks for something of an account, as limits count it. */
  askerOf(request: FastifyRequest, userId: string): Asker
  /**
   * The account of an address, if this browser has been signed in to it before. The address is looked up only for a
   * browser with such a cookie, so that the work of all other requests tells nothing.
   */
  knownAccount(
    request: FastifyRequest,
    findUser: () => Promise<{ id: string } | null>,
  ): Promise<string | null>
}

const DAY_SECONDS = 86_400
const DEVICE_DAYS = 365

export function createBrowserSessions(settings: Settings, deviceMac: Mac): BrowserSessions {
  const { isSecure, options, nameOf } = cookieTerms(settings)
  const [refreshName, deviceName] = [nameOf('rt'), nameOf('device')]
  const deviceOf = (userId: string) => deviceMac.sign(userId).toString('base64url')

  function knownDevice(request: FastifyRequest, userId: string): string | null {
    const cookie = request.cookies[deviceName]
    return cookie && deviceMac.verify(userId, Buffer.from(cookie, 'base64url')) ? userId : null
  }

  return {
    checkOrigin(request) {
      if (!wantsCookie(request) || !isSecure) return
      const { origin, 'sec-fetch-site': site } = request.headers
      const isOurs = site === undefined ? !origin || origin === settings.PUBLIC_URL : site === 'same-origin'
      if (!isOurs) throw new AppError('bad_origin', 'This must be asked from our own pages')
    },
    originOf: (request) => ({
      device: toDevice(request.headers['user-agent']),
      startedInBrowser: wantsCookie(request),
    }),
    answer(request, reply, { body: session, startedInBrowser, owesFactor }) {
      // A script that could only read the access token must not get the cookie's content this way.
      if (!wantsCookie(request) && startedInBrowser) return { ...session, refresh_token: COOKIE_PLACEHOLDER }
      if (!wantsCookie(request)) return session
      const maxAge = settings.SESSION_DAYS * DAY_SECONDS
      reply.setCookie(refreshName, session.refresh_token, { ...options, maxAge })
      // Only a browser that has shown both factors becomes a known one, with tries of its own at the second factor.
      if (!owesFactor)
        reply.setCookie(deviceName, deviceOf(session.user.id), {
          ...options,
          maxAge: DEVICE_DAYS * DAY_SECONDS,
        })
      return { ...session, refresh_token: COOKIE_PLACEHOLDER }
    },
    refreshToken(request, given) {
      if (given !== COOKIE_PLACEHOLDER) return given
      return (wantsCookie(request) && request.cookies[refreshName]) || ''
    },
    clear(request, reply) {
      if (wantsCookie(request)) reply.clearCookie(refreshName, options)
    },
    knownDevice,
    askerOf: (request, userId) => ({ client: request.ip, device: knownDevice(request, userId) }),
    async knownAccount(request, findUser) {
      if (!request.cookies[deviceName]) return null
      const user = await findUser()
      return user && knownDevice(request, user.id)
    },
  }
}
