import type { EmailWay, NumberWay } from '@walkon/contracts/http/ways'
import type { SuppressionKind } from './address-check.ts'

/** The reason that weighs most: one that only support lifts, one that a mailed link lifts, one that a press lifts. */
export function toEmailState(standing: SuppressionKind[]): EmailWay['state'] {
  const reasons = standing.map(({ reason }) => reason)
  return (
    (['complained', 'invalid', 'bounced', 'unsubscribed'] as const).find((each) => reasons.includes(each)) ??
    'ok'
  )
}

/** Whether letters that the address asks for still go there. */
export const takesLetters = (standing: SuppressionKind[]): boolean =>
  standing.every(({ scope }) => scope === 'alerts')

export function toNumberState(number: { isConfirmed: boolean; hasStopped: boolean }): NumberWay['state'] {
  if (number.hasStopped) return 'stopped'
  return number.isConfirmed ? 'confirmed' : 'waiting-for-yes'
}

/** Only an end has a reason to tell: until then, it is of a try. */
export const toShownReason = (state: string, reason: string | null): string | null =>
  ENDED_BADLY.has(state) ? reason : null

const ENDED_BADLY: ReadonlySet<string> = new Set(['bounced', 'failed', 'expired', 'suppressed'])
