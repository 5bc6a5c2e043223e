import { createSandbox } from './app.ts'
import { readConfig } from './config.ts'

const sandbox = createSandbox({ ...readConfig(process.env), now: () => new Date() })
const port = await sandbox.start()
process.stdout.write(`sandbox listens on port ${port}, inbox at /sandbox/inbox\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.stop())
}
