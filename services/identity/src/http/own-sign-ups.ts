import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'
import type { Mac } from '../secrets/macs.ts'
import { cookieTerms, wantsCookie } from './cookies.ts'

export type OwnSignUps = {
  /** Sets the cookie by which the browser shows later that it made the sign-up. */
  remember(request: FastifyRequest, reply: FastifyReply, signUpId: string): void
  /** True if the request comes from the browser that made the sign-up. True for clients other than the web app. */
  mayBeOwn(request: FastifyRequest, signUpId: string): boolean
}

const HOUR_SECONDS = 3_600

/** Which browser made a sign-up: only there does the confirmation of the address confirm the password as well. */
export function createOwnSignUps(settings: Settings, mac: Mac): OwnSignUps {
  const { nameOf, options } = cookieTerms(settings)
  const name = nameOf('sign-up')
  return {
    remember(request, reply, signUpId) {
      if (!wantsCookie(request)) return
      const maxAge = settings.SIGN_UP_HOURS * HOUR_SECONDS
      reply.setCookie(name, mac.sign(signUpId).toString('base64url'), { ...options, maxAge })
    },
    mayBeOwn(request, signUpId) {
      const cookie = Buffer.from(request.cookies[name] ?? '', 'base64url')
      return !wantsCookie(request) || mac.verify(signUpId, cookie)
    },
  }
}
