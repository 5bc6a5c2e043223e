import { runDeployed } from '@walkon/messaging/deployed'
import { notifier } from './app.ts'

await runDeployed(notifier, process.env)
