import type { Part } from '@walkon/service/lifecycle'
import { createOperatorApp, operatorPart } from '@walkon/service/operator-app'
import { createGateway, type GatewayDeps } from '../app.ts'

/** The running parts of a gateway, in the order in which they start. `faults` are further ones that its `/readyz` names. */
export function createGatewayParts(deps: GatewayDeps & { faults?: () => Record<string, string> }): Part[] {
  const { HOST: host, PORT: port } = deps.settings
  const gateway = createGateway(deps)
  const isReady = async () => {
    if (!gateway.server.listening) throw new Error('The gateway does not listen')
    const redis = deps.sharedCounts?.fault() ?? null
    const away = { ...(redis !== null && { redis }), ...deps.faults?.() }
    return Object.keys(away).length > 0 ? { away } : {}
  }
  const operator = createOperatorApp({ log: deps.log, metrics: deps.metrics, isReady })
  return [
    operatorPart(operator, deps.settings),
    { name: 'http', start: () => gateway.listen({ host, port }), stop: () => gateway.close() },
  ]
}
