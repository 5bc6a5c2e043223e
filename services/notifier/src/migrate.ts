import { migrateDeployed } from '@walkon/runtime/deployed'
import { notifier } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(notifier, process.env, process.argv.slice(2))
