import { migrateDeployed } from '@walkon/messaging/deployed'
import { notifier } from './app.ts'

await migrateDeployed(notifier, process.env)
