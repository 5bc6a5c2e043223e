import { ifStored } from './storage.ts'

/** The files of the build that this worker came with, as addresses, and those without which no page is drawn. None while developing. */
export type Build = { id: string; files: string[]; firstLoad: string[] }

/** A page without content: any address of the app can be drawn in it. `service-worker-build.ts` writes it. */
export const SHELL = '/shell.html'

const PREFIX = 'build-'
const nameOf = ({ id }: Build) => PREFIX + id

/** Files whose names have their contents' hashes. */
const isHashed = (path: string) => path.startsWith('/assets/')

/**
 * Keeps these files of a build, of which those that are kept already are not fetched again. Rejects if one does not arrive, as while
 * servers of two builds answer. The browser then goes on with the worker before, and a later visit fetches only the missing files.
 */
export async function keepFiles(caches: CacheStorage, build: Build, files: string[]): Promise<void> {
  const cache = await caches.open(nameOf(build))
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return
      const known = isHashed(file) ? await caches.match(file) : undefined
      await cache.put(file, known ?? (await fetchFile(file)))
    }),
  )
}

/** A file that a page asks for: fetched, and kept as a part of its build. */
export async function fetchAndKeep(
  caches: CacheStorage,
  build: Build,
  request: Request,
  path: string,
): Promise<Response> {
  const response = await fetch(request)
  if (response.ok && build.files.includes(path)) {
    const copy = response.clone()
    await ifStored(async () => (await caches.open(nameOf(build))).put(path, copy))
  }
  return response
}

async function fetchFile(file: string): Promise<Response> {
  // The page that is open goes first.
  const response = await fetch(file, { priority: 'low', cache: isHashed(file) ? 'default' : 'no-cache' })
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response
}

/** The note of the build that runs. A build can fail to install, or be taken back, so that the newest one is not the one that ran. */
const RUNNING = 'running'
const NOTE = '/running-build'

/** Drops all builds but this one and the one that ran before it, whose tabs may still be open. */
export const dropOldBuilds = (caches: CacheStorage, build: Build): Promise<unknown> =>
  ifStored(async () => {
    const running = await caches.open(RUNNING)
    const names = await caches.keys()
    const others = names.filter((name) => name.startsWith(PREFIX) && name !== nameOf(build))
    const before = (await (await running.match(NOTE))?.text()) ?? others.at(-1)
    await running.put(NOTE, new Response(nameOf(build)))
    await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
  })

/** A file as it is in this build; code that this build no longer has, as in the one before it. */
export async function findFile(
  caches: CacheStorage,
  build: Build,
  path: string,
): Promise<Response | undefined> {
  return ifStored(async () => {
    const cache = await caches.open(nameOf(build))
    return (await cache.match(path)) ?? (isHashed(path) ? await caches.match(path) : undefined)
  })
}
