import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder for a product or a PostgreSQL server. Under root PostgreSQL runs as another user, who must be able to enter. */
export async function createDataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `walkon-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

/** PostgreSQL outlives the process that stops the product, and writes to its folder until it has ended: the removal is tried again. */
export const removeDataFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
