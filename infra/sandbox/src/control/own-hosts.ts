import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { ControlProblem } from './problem.ts'

/**
 * A page of another site may not post here. Browsers name the site of the page that sends a form (`sec-fetch-site`), older ones its origin.
 * Programs name neither.
 */
export function refuseOtherSites(scope: FastifyInstance): void {
  scope.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD') return
    const site = headers['sec-fetch-site']
    const isOurs = site === undefined ? isOwnOrigin(headers) : site === 'same-origin' || site === 'none'
    if (!isOurs)
      throw new ControlProblem(403, 'other-site', 'The sandbox takes no request from pages of other sites')
  })
}

function isOwnOrigin({ origin, host, 'x-original-host': proxied }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  const from = URL.parse(origin)?.host
  return from !== undefined && [host, ...[proxied].flat()].includes(from)
}

/**
 * Answers only to names that no stranger can give this machine: localhost and names below it, literal addresses, the product's own host and
 * those of `ownHosts`. A page whose name is made to point here (DNS rebinding) would otherwise read every mail. Behind the gateway the
 * client's host is in `x-original-host`; that header may be invented, so both must be ours.
 */
export function refuseOtherHosts(
  scope: FastifyInstance,
  publicUrl: string | undefined,
  ownHosts: string[],
): void {
  const names = new Set([...ownHosts, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])])
  scope.addHook('onRequest', async ({ headers }) => {
    const named = [headers.host ?? '', ...[headers['x-original-host'] ?? []].flat()]
    if (!named.every((host) => isOwn(host, names)))
      throw new ControlProblem(421, 'host-not-allowed', 'This host is not one of the sandbox')
  })
}

function isOwn(host: string, names: ReadonlySet<string>): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    names.has(hostname) ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  )
}
