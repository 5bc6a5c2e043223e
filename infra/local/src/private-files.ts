import { chmod, mkdir, open } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Mails, sign-in codes and secrets are in these files: no other user of the machine may read them. */
const FILE_MODE = 0o600

/**
 * Root's PostgreSQL runs as another user (`libs/postgres`), whose way to the cluster leads through the folder: others may pass
 * through it and see nothing.
 */
const folderMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700)

/** Makes the data folder, or closes one that an earlier version left open. A folder that is not ours is left as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: folderMode() })
  if (made === undefined && existsSync(join(folder, 'secrets.json'))) await chmod(folder, folderMode())
}

/** Makes a file that is appended to, or closes one that an earlier version left open. */
export async function makePrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', FILE_MODE)
  await handle.chmod(FILE_MODE)
  await handle.close()
}
