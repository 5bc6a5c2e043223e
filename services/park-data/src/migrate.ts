import { migrateDeployed } from '@walkon/runtime/deployed'
import { parkData } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(parkData, process.env, process.argv.slice(2))
