/**
 * Work with the browser's storage, which can be full, denied or broken: undefined then. A file that cannot be read is requested from the
 * server, and one that cannot be stored is handed on. No answer of the server waits for it in vain.
 */
export async function ifStored<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
