/** The file that a function imports, in its source: a table of all would be part of every first load. */
const IMPORTED = /\.\/[\w-]+\.js/g

/** The files that a built file needs before it runs. Those that it loads later stand in `import(…)`. */
const NEEDED = /(?<=(?:from|import)")\.\/[\w-]+\.js/g

/** What arrived or is on its way. */
const fetched = new Set([import.meta.url])

/**
 * Every dynamic import of the build. A browser may remember for the life of a page that a module did not arrive, as Firefox 153 does: no later
 * `import()` of it, nor of what needs it, can succeed. So the code is first fetched into the HTTP cache, and imported when all of it is
 * there. Rejects with a `TypeError`, like a failed `import()`. The next call fetches again what has not arrived.
 */
export async function fetchedImport<Module>(load: () => Promise<Module>): Promise<Module> {
  await fetchNamed(String(load), IMPORTED).catch(() => {
    throw new TypeError('The import did not arrive')
  })
  return load()
}

const fetchNamed = (source: string, pattern: RegExp): Promise<unknown> =>
  Promise.all(source.match(pattern)?.map((name) => fetchCode(new URL(name, import.meta.url).href)) ?? [])

async function fetchCode(url: string): Promise<void> {
  if (fetched.has(url)) return
  fetched.add(url)
  try {
    const code = await fetch(url)
    if (!code.ok) throw new Error(`${code.status}`)
    await fetchNamed(await code.text(), NEEDED)
  } catch (error) {
    fetched.delete(url)
    throw error
  }
}
