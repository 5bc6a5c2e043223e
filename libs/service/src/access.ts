import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { unauthorized } from './errors.ts'

/**
 * Who may call a route. Every route names one; an app with a route that does not refuses to start.
 * - `public`: anybody.
 * - `caller`: somebody who has shown which address is theirs, by account or by the manage link of a mail.
 * - `provider`: another company's webhook; the route itself checks its secret or signature.
 * - `operator`: probes and metrics, which the gateway does not expose.
 */
export type Access = 'public' | 'caller' | 'provider' | 'operator'

/** Whose data a request is about. Queries take the address from here, never from the request. */
export type Caller = { email: string }

/** Reads a bearer token; null if it proves nothing. */
export type IdentifyCaller = (token: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

export const accessRules = fp<{ identifyCaller: IdentifyCaller }>(async (app, { identifyCaller }) => {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method.toString()} ${url} has no access rule`)
  })
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access !== 'caller') return
    const [scheme, token] = request.headers.authorization?.split(' ') ?? []
    request.caller = scheme === 'Bearer' && token ? await identifyCaller(token) : null
    if (!request.caller) throw unauthorized()
  })
})

/** The caller of a route whose access is `caller`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized()
  return request.caller
}

/** For services without a route that needs one. */
export const nobody: IdentifyCaller = async () => null
