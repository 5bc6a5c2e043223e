import { migrateDeployed } from '@walkon/runtime/deployed'
import { rankings } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(rankings, process.env, process.argv.slice(2))
