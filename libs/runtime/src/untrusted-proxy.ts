import type { HttpApp } from '@walkon/service/http'
import type { Log } from '@walkon/service/log'

/**
 * Logs once that a request was forwarded by an address that is not in `TRUSTED_PROXIES`. If that is the gateway, all visitors
 * count as one client, and the limits of one are used up by all.
 */
export function warnOfUntrustedProxy(app: HttpApp, log: Log): void {
  let isTold = false
  app.addHook('onRequest', async ({ headers, ips, socket }) => {
    // The chain ends at the first address that is not trusted; alone in it is the peer.
    if (isTold || headers['x-forwarded-for'] === undefined || (ips?.length ?? 0) > 1) return
    isTold = true
    log.warn({ peer: socket.remoteAddress }, 'forwarded by an address that TRUSTED_PROXIES does not name')
  })
}
