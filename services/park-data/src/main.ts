import { runDeployed } from '@walkon/messaging/deployed'
import { parkData } from './app.ts'

await runDeployed(parkData, process.env)
