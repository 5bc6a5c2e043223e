import { runDeployed } from '@walkon/runtime/deployed'
import { flights } from './app.ts'

await runDeployed(flights, process.env)
