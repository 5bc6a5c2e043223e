import type { Part } from '@walkon/service/lifecycle'
import { createOperatorApp, operatorPart } from '@walkon/service/operator-app'
import { createGateway, type GatewayDeps } from '../app.ts'

/** The running parts of a gateway, in the order in which they start. */
export function createGatewayParts(deps: GatewayDeps): Part[] {
  const { HOST: host, PORT: port } = deps.settings
  const gateway = createGateway(deps)
  const isReady = async () => {
    if (!gateway.server.listening) throw new Error('The gateway does not listen')
    const fault = deps.sharedCounts?.fault() ?? null
    return fault === null ? {} : { away: { redis: fault } }
  }
  const operator = createOperatorApp({ log: deps.log, metrics: deps.metrics, isReady })
  return [
    operatorPart(operator, deps.settings),
    { name: 'http', start: () => gateway.listen({ host, port }), stop: () => gateway.close() },
  ]
}
