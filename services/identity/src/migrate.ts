import { migrateDeployed } from '@walkon/runtime/deployed'
import { identity } from './app.ts'

/** Run once per release, before the new version starts: `node src/migrate.ts`. */
await migrateDeployed(identity, process.env, process.argv.slice(2))
