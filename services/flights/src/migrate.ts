import { migrateDeployed } from '@walkon/runtime/deployed'
import { flights } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(flights, process.env, process.argv.slice(2))
