import { migrateDeployed } from '@walkon/messaging/deployed'
import { parkData } from './app.ts'

await migrateDeployed(parkData, process.env)
