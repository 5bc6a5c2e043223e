/** The file that a function imports, in its source: a table of all would be part of every first load. */
const IMPORTED = /\.\/[\w-]+\.js/g

/** The files that a built file needs before it runs. Those that it loads later stand in `import(…)`. */
const NEEDED = /(?<=(?:from|import)")\.\/[\w-]+\.js/g

/** The files needed by each file that arrived or is on its way. The file of this module is here. */
const fetched = new Map([[import.meta.url, Promise.resolve<string[]>([])]])

/**
 * Every dynamic import of the build. A browser may remember for the life of a page that a module did not arrive, as Firefox 153 does. No
 * later `import()` of it, nor of a module that needs it, can succeed. So the code is first fetched into the HTTP cache, and imported when
 * all of it is there. Rejects with a `TypeError`, like a failed `import()`. The next call fetches the missing files again.
 */
export async function fetchedImport<Module>(load: () => Promise<Module>): Promise<Module> {
  await fetchAll(namesIn(String(load), IMPORTED), new Set()).catch(() => {
    throw new TypeError('The import did not arrive')
  })
  return load()
}

const namesIn = (source: string, pattern: RegExp): string[] => source.match(pattern) ?? []

/** Fetches the files and all that they need. `seen` ends circles. */
async function fetchAll(names: string[], seen: Set<string>): Promise<void> {
  const urls = names.map((name) => import.meta.resolve(name)).filter((url) => !seen.has(url))
  for (const url of urls) seen.add(url)
  await Promise.all(urls.map(async (url) => fetchAll(await fetchOnce(url), seen)))
}

function fetchOnce(url: string): Promise<string[]> {
  const underWay = fetched.get(url)
  if (underWay) return underWay
  const needed = fetchFile(url)
  fetched.set(url, needed)
  needed.catch(() => fetched.delete(url))
  return needed
}

async function fetchFile(url: string): Promise<string[]> {
  const file = await fetch(url)
  if (!file.ok) throw new Error(`${file.status}`)
  return namesIn(await file.text(), NEEDED)
}
