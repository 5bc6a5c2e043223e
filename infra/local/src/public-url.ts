import { networkInterfaces } from 'node:os'

/** The address at which visitors reach a web app that listens there, as links in mails and the start's last line say it. */
export function toPublicUrl(host: string, port: number, ownAddress = findOwnAddress()): string {
  const isEvery = host === '0.0.0.0' || host === '::'
  const isLoopback = host === '127.0.0.1' || host === '::1'
  const address = isEvery ? ownAddress : isLoopback ? null : host
  if (address === null) return `http://localhost:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** This machine's first address that others can reach; null without a network. */
function findOwnAddress(): string | null {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}

/**
 * Returns the origins of this machine beside its public one, because a visitor may type 127.0.0.1 where links name localhost. An https
 * address is a proxy's, which has no other origin.
 */
export function toReturnOrigins(publicUrl: string, port: number): { RETURN_ORIGINS?: string } {
  if (publicUrl.startsWith('https:')) return {}
  const origins = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin)
  return { RETURN_ORIGINS: origins.filter((origin) => origin !== publicUrl).join() }
}
