import { channel as channels } from '@walkon/contracts/values'
import { failureWords, type Failed } from '../../lib/failure-words.ts'
import type { Visitor } from './visitor.ts'

type Delivery = Pick<Visitor['deliveries'][number], 'channel' | 'state' | 'reason'>

const FAILED: ReadonlySet<string> = new Set<Failed>(['bounced', 'failed', 'expired', 'suppressed'])
const WAYS: Record<string, string> = { email: 'email', sms: 'text', push: 'push' }

const isFailed = (state: string): state is Failed => FAILED.has(state)

/** True if a message did not reach the visitor. */
export const hasFailed = ({ state }: Pick<Delivery, 'state'>): boolean => isFailed(state)

export const wayName = (channel: string): string => WAYS[channel] ?? channel

/** Returns the outcome of a message: as the visitor reads it if it failed, and the provider's code for an engineer. */
export function fateWords({ channel, state, reason }: Delivery): string {
  const code = reason === null ? '' : ` (${reason})`
  const known = channels.safeParse(channel)
  const way = wayName(channel)
  if (known.success && isFailed(state)) return `${way}, “${failureWords(known.data, state, reason)}”${code}`
  return `${way} ${state}${code}`
}
