import { runDeployed } from '@walkon/messaging/deployed'
import { alertEvaluator } from './app.ts'

await runDeployed(alertEvaluator, process.env)
