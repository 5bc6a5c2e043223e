import { GATE_KEY_HEADER, type GatedFeature } from '@walkon/contracts/http/gates'
import type { FastifyRequest } from 'fastify'
import type { Gates } from '../use-cases/open-gates.ts'

/**
 * A `preHandler` for the routes of a feature: they refuse with `gate-closed` while the gate is closed and the request has no key. After the
 * access rule, so that a request without an account is refused for that.
 */
export const requireOpenGate = (gates: Gates, feature: GatedFeature) => async (request: FastifyRequest) => {
  const key = request.headers[GATE_KEY_HEADER]
  await gates.admit(feature, typeof key === 'string' ? key : undefined)
}
