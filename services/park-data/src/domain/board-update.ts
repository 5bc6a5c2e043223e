/** What the cache holds of a park's board, and what its readers are told of a change. */

export const boardKey = (parkId: string) => `park-data:board:${parkId}`

/** The channel of a park's changes; its messages are encoded updates. */
export const boardChannel = (parkId: string) => `park-data:board-updates:${parkId}`

/**
 * What changed since the reading `after`. A reader that has another reading than that has missed an update and takes the
 * whole board; so does every reader when `message` is null.
 */
export type Update = { after: string | null; readAt: string; message: string | null }

/** The head line carries what a stream needs to know, so that no rides are parsed. */
export const encodeUpdate = ({ message, ...head }: Update) => `${JSON.stringify(head)}\n${message ?? ''}`

export function decodeUpdate(text: string): Update {
  const end = text.indexOf('\n')
  const head: { after: string | null; readAt: string } = JSON.parse(text.slice(0, end))
  return { ...head, message: text.slice(end + 1) || null }
}
