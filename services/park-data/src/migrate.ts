import { migrateDeployed } from '@walkon/runtime/deployed'
import { parkData } from './app.ts'

await migrateDeployed(parkData, process.env)
