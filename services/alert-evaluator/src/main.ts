import { runDeployed } from '@walkon/runtime/deployed'
import { alertEvaluator } from './app.ts'

await runDeployed(alertEvaluator, process.env)
