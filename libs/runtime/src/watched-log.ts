import type { EventLog } from '@walkon/messaging/event-log'
import { RejectedRecords } from '@walkon/messaging/rejected-records'

/**
 * Remembers why the log took nothing the last time, for readiness and its gauge. A measured lag clears the fault too: another
 * replica may have published the pending rows, so that this process has nothing left to try with.
 */
export function watchLog(eventLog: EventLog): { eventLog: EventLog; fault: () => string | null } {
  let fault: string | null = null
  const publish: EventLog['publish'] = async (records) => {
    try {
      await eventLog.publish(records)
      fault = null
    } catch (error) {
      const isTaken = error instanceof RejectedRecords
      fault = isTaken ? null : error instanceof Error ? error.message : String(error)
      throw error
    }
  }
  const lag: EventLog['lag'] = async (group, topics) => {
    const measured = await eventLog.lag(group, topics)
    fault = null
    return measured
  }
  return { eventLog: { ...eventLog, publish, lag }, fault: () => fault }
}
