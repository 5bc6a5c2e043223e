import { stepsOfMessage, type LifeStep } from '@walkon/contracts/life-steps'
import type { Visitor } from './visitor.ts'

export type Delivery = Visitor['deliveries'][number]

const UNNAMED: Record<string, string> = {
  alert: 'Alert',
  notification: 'Letter (its subject was not kept)',
  test: 'Test alert',
}

/** The subject of a message. Those of an earlier release have none. */
export const subjectOf = ({ subject, about }: Pick<Delivery, 'subject' | 'about'>): string =>
  subject ?? UNNAMED[about] ?? about

export const listMessages = ({ deliveries }: Pick<Visitor, 'deliveries'>): Delivery[] =>
  deliveries.toSorted((one, other) => Date.parse(other.queuedAt) - Date.parse(one.queuedAt))

export const stepsOf = ({ lastCalledAt, ...message }: Delivery): LifeStep[] =>
  stepsOfMessage({ ...message, calledAt: lastCalledAt })

/** Seconds from the queue to the mailbox, or to the provider where it does not tell of the mailbox; null for what has not arrived. */
export function secondsToArrive({ queuedAt, deliveredAt, acceptedAt }: Delivery): number | null {
  const at = deliveredAt ?? acceptedAt
  return at === null ? null : (Date.parse(at) - Date.parse(queuedAt)) / 1_000
}
