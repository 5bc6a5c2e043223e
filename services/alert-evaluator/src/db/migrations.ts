import { join } from 'node:path'

/** Written by `pnpm migrations:generate`. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations')
