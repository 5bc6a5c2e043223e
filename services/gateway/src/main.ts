import { loadSettings } from '@walkon/service/config'
import { runProcess, type Part } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { createGateway } from './app.ts'
import { gatewaySettings } from './config.ts'
import { createOperatorApp } from './http/operator-app.ts'

const settings = settingsOrExit('gateway', () => loadSettings(gatewaySettings, process.env))
const { HOST: host, PORT: port, OPERATOR_PORT: operatorPort } = settings
const log = createLog({ service: 'gateway', level: settings.LOG_LEVEL })
const metrics = createMetrics('gateway')
collectProcessMetrics(metrics, settings)

const gateway = createGateway({ settings, log, metrics })
const operator = createOperatorApp({ log, metrics, isReady: () => gateway.server.listening })

const parts: Part[] = [
  { name: 'http', start: () => gateway.listen({ host, port }), stop: () => gateway.close() },
]
if (operatorPort !== undefined) {
  // Started first and stopped last, so that a gateway that drains is seen to be not ready.
  parts.unshift({
    name: 'operator',
    start: () => operator.listen({ host, port: operatorPort }),
    stop: () => operator.close(),
  })
}
await runProcess(parts, log)
