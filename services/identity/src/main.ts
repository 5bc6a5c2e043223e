import { runDeployed } from '@walkon/messaging/deployed'
import { identity } from './app.ts'

await runDeployed(identity, process.env)
