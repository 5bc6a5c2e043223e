import { migrateDeployed } from '@walkon/runtime/deployed'
import { planner } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(planner, process.env, process.argv.slice(2))
