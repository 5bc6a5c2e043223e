import { migrateDeployed } from '@walkon/runtime/deployed'
import { notifier } from './app.ts'

await migrateDeployed(notifier, process.env)
