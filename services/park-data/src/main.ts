import { runDeployed } from '@walkon/runtime/deployed'
import { parkData } from './app.ts'

await runDeployed(parkData, process.env)
