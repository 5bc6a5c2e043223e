import { runDeployed } from '@walkon/messaging/deployed'
import { billing } from './app.ts'

await runDeployed(billing, process.env)
