import type { ServerResponse } from 'node:http'

/** Runs at once for a response that is closed already: its client may leave while the request waits, and `close` is emitted once. */
export function whenClosed(response: ServerResponse, run: () => void): void {
  if (response.closed) run()
  else response.once('close', run)
}
