import type { Log } from '@walkon/service/log'

/** True if a member of a group consumes, by its newest word. */
export type Membership = {
  /** True if the member has consumed once since the start. */
  hasJoined(): boolean
  /** Null while the member consumes, else why not. */
  fault(): string | null
  /** For `Subscription.onConsuming`. */
  onConsuming(fault: Error | null): void
}

/** Keeps the state of a member and logs each change of it as one line, however often the member tries. */
export function createMembership(group: string, log: Log): Membership {
  let hasJoined = false
  let reason: string | null = 'has not joined its group yet'
  let isTold = false

  function onFault(fault: Error): void {
    reason = toReason(fault)
    if (!isTold) log.warn({ err: fault, group }, hasJoined ? 'consumer crashed' : 'consumer waits to join')
    isTold = true
  }

  function onConsumes(): void {
    if (reason !== null) log.info({ group }, hasJoined ? 'consumer consumes again' : 'consumer joined')
    hasJoined = true
    isTold = false
    reason = null
  }

  return {
    hasJoined: () => hasJoined,
    fault: () => reason,
    onConsuming: (fault) => (fault ? onFault(fault) : onConsumes()),
  }
}

/** The innermost cause names the absent server. */
function toReason(fault: Error): string {
  let cause: Error = fault
  while (cause.cause instanceof Error) cause = cause.cause
  return cause.message || cause.name
}
