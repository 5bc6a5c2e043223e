/**
 * The push endpoint that notifier knows of this browser, where its page and its service worker can both read it. By the time a browser says
 * that the endpoint has changed, some browsers no longer know the old one.
 */

const CACHE = 'walkon-push'
const ADDRESS = '/push-endpoint'

export async function keepEndpoint(endpoint: string): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(ADDRESS, new Response(endpoint))
}

export async function keptEndpoint(): Promise<string | undefined> {
  const kept = await caches.match(ADDRESS)
  return kept?.text()
}

export async function forgetEndpoint(): Promise<void> {
  await caches.delete(CACHE)
}
