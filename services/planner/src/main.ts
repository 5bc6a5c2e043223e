import { runDeployed } from '@walkon/runtime/deployed'
import { planner } from './app.ts'

await runDeployed(planner, process.env)
