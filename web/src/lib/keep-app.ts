/**
 * Registers the service worker, which opens the app without a signal. Tells it the files that this visit has loaded: if the browser saves
 * data, it keeps just those. A browser that refuses it has the app as long as there is a signal.
 */
export async function keepApp(container: ServiceWorkerContainer | undefined): Promise<void> {
  try {
    await container?.register('/sw.js')
    const registration = await container?.ready
    registration?.active?.postMessage({ loaded: loadedFiles() })
  } catch {
    // Private windows and storage that is full.
  }
}

const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
