import { runDeployed } from '@walkon/runtime/deployed'
import { identity } from './app.ts'

await runDeployed(identity, process.env)
