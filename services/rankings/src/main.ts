import { runDeployed } from '@walkon/runtime/deployed'
import { rankings } from './app.ts'

await runDeployed(rankings, process.env)
