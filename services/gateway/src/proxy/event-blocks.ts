/** One server-sent event, as the services write it. */
export type ServerSentEvent = { event: string; data: string }

/** Longer than any board; a text without an end is no event stream. */
const MAX_EVENT_CHARS = 4 * 1024 * 1024

/** Cuts the text of an event stream into its events. Comments are left out. Throws where an event has no end. */
export function createEventReader(): (text: string) => ServerSentEvent[] {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > MAX_EVENT_CHARS) throw new Error('An event of the upstream stream has no end')
    return blocks.map(toEvent).filter((event) => event !== null)
  }
}

function toEvent(block: string): ServerSentEvent | null {
  const lines = block.split('\n')
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
  const data = valuesOf('data')
  return data.length > 0 ? { event: valuesOf('event')[0] ?? 'message', data: data.join('\n') } : null
}

export const toBlock = ({ event, data }: ServerSentEvent): string =>
  `event: ${event}\n${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
