const PATIENCE_MS = 8000

/** The one script that every page of this build names. */
export const OWN_SCRIPT = new URL(import.meta.url).pathname

/**
 * Returns true if the server has another build than this page's, and so no more code for this one. Rejects if the server is not reached.
 * Asks for a page, not for code: a cache may keep code that the server no longer has.
 */
export async function isNewerBuildThere(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
  const html = await page.text()
  return page.ok && !html.includes(OWN_SCRIPT)
}

/** Each part that has failed asks again. */
export const newerBuildQuery = { queryKey: ['newer-build'], queryFn: isNewerBuildThere, gcTime: 0 }
