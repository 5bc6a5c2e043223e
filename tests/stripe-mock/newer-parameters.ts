import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Parameters that the SDK's version of the API has (2026-10-28) and the newest stripe-mock does not know yet (2026-08-26). Take one out
 * when a newer stripe-mock is used.
 */
const NEWER = ['allowed_payment_method_types']

/** Stands before stripe-mock: takes the newer parameters out of a request, and remembers which it has seen. */
export async function hideNewerParameters(mockUrl: string) {
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    void (async () => {
      const form = new URLSearchParams(await text(request))
      for (const name of form.keys().toArray()) {
        const newer = NEWER.find((parameter) => name === parameter || name.startsWith(`${parameter}[`))
        if (newer === undefined) continue
        seen.add(newer)
        form.delete(name)
      }
      const answer = await fetch(new URL(request.url ?? '/', mockUrl), {
        method: request.method ?? 'GET',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(form.size > 0 && { body: form.toString() }),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, stop: () => void server.close() }
}
