import { migrateDeployed } from '@walkon/runtime/deployed'
import { billing } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(billing, process.env, process.argv.slice(2))
