import { tooManyRequests } from '@walkon/service/errors'
import { PassThrough, type Readable } from 'node:stream'

const RETRY_AFTER_SECONDS = 30

/** The streams that visitors hold open, so that one client cannot hold them all and a stop can end them. */
export function createLiveStreams({ perClient }: { perClient: number }) {
  const open = new Map<PassThrough, { client: string; upstream: Readable }>()

  return {
    /** Throws `too-many-requests`. */
    admit(client: string): void {
      const held = [...open.values()].filter((stream) => stream.client === client).length
      if (held >= perClient) throw tooManyRequests(RETRY_AFTER_SECONDS)
    },
    /** The stream as it is to be sent on, message by message as they come. */
    follow(upstream: Readable, client: string): Readable {
      const sent = new PassThrough()
      open.set(sent, { client, upstream })
      upstream.once('error', (error) => sent.destroy(error))
      // The visitor has left, or all was said: the service need not speak any longer.
      sent.once('close', () => {
        open.delete(sent)
        upstream.destroy()
      })
      return upstream.pipe(sent)
    },
    /** Ends every stream as its service would have: the client sees a whole response and connects anew. */
    endAll(): void {
      for (const [sent, { upstream }] of open) {
        upstream.unpipe(sent)
        sent.end()
      }
    },
    count: () => open.size,
  }
}

export type LiveStreams = ReturnType<typeof createLiveStreams>
