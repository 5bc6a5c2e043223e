import { migrateDeployed } from '@walkon/runtime/deployed'
import { alertEvaluator } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(alertEvaluator, process.env, process.argv.slice(2))
