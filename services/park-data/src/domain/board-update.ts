/** A park's board in the cache, and the message that its readers get of a change. */

export const boardKey = (parkId: string) => `park-data:board:${parkId}`

/** The channel of a park's changes; its messages are encoded updates. */
export const boardChannel = (parkId: string) => `park-data:board-updates:${parkId}`

/**
 * The change since the reading `after`. A reader with any other reading has missed an update and gets the
 * whole board. When `message` is null, every reader gets the whole board.
 */
export type Update = { after: string | null; readAt: string; message: string | null }

/** The first line has what a stream needs, so that no rides are parsed. */
export const encodeUpdate = ({ message, ...head }: Update) => `${JSON.stringify(head)}\n${message ?? ''}`

export function decodeUpdate(text: string): Update {
  const end = text.indexOf('\n')
  const head: { after: string | null; readAt: string } = JSON.parse(text.slice(0, end))
  return { ...head, message: text.slice(end + 1) || null }
}
