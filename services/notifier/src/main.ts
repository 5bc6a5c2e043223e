import { runDeployed } from '@walkon/runtime/deployed'
import { notifier } from './app.ts'

await runDeployed(notifier, process.env)
