import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalSettings } from './settings.ts'
import { CannotStart } from './single-start.ts'

/**
 * A data folder belongs to the mode that made it. A simulated past, practice money and seeded codes are no start for real visitors, and
 * real addresses none for a look. Throws `CannotStart` in the other mode. A folder of an earlier release, without a mark, is a look's.
 */
export async function claimForMode({
  DATA_DIR,
  MODE,
}: Pick<LocalSettings, 'DATA_DIR' | 'MODE'>): Promise<void> {
  const file = join(DATA_DIR, 'mode')
  const mark = await readFile(file, 'utf8').catch(() => null)
  const isOld = await access(join(DATA_DIR, 'postgres')).then(
    () => true,
    () => false,
  )
  const owner = mark?.trim() ?? (isOld ? 'look' : null)
  if (owner !== null && owner !== MODE)
    throw new CannotStart(
      `${DATA_DIR} was made with MODE=${owner}, and this start has MODE=${MODE}.\n` +
        `Start it with MODE=${owner}, or give this mode a folder of its own: DATA_DIR=.data-${MODE} MODE=${MODE} npm start`,
    )
  if (mark === null) await writeFile(file, `${MODE}\n`, { mode: 0o600 })
}
