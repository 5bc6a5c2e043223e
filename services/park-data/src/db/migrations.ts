import { join } from 'node:path'

/** Written by `pnpm migrations:generate`; applied by migrate.ts, the local run and the tests. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations')
