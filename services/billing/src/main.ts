import { runDeployed } from '@walkon/runtime/deployed'
import { billing } from './app.ts'

await runDeployed(billing, process.env)
