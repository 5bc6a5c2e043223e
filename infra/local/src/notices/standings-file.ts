import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { standings, type Standings } from './standings.ts'

/** The standings in the data folder, and not in the database: what they tell of may be its disk. */
const fileOf = (dataDir: string) => join(dataDir, 'notices.json')

/** Nothing is known where there is no file, or one that a full disk has cut off. */
export async function readStandings(dataDir: string): Promise<Standings> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '{}')
  try {
    return standings.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

export async function writeStandings(dataDir: string, known: Standings): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(known, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
