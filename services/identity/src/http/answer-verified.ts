import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserSessions } from './browser-sessions.ts'
import type { Verified } from '../use-cases/mail-links/use-up-token.ts'

/** GoTrue's answer when one of two addresses has confirmed a change. */
const FIRST_HALF = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
} as const

export const answerVerified = (
  browser: BrowserSessions,
  request: FastifyRequest,
  reply: FastifyReply,
  verified: Verified,
) => (verified === 'first-half' ? FIRST_HALF : browser.answer(request, reply, verified))
