import type { EmailWay, NumberWay } from '@walkon/contracts/http/ways'
import type { SuppressionKind } from './suppressed-address.ts'
import type { SuppressionReason } from './suppression-scope.ts'

/** The reason that weighs most: one that only support lifts, one that a mailed link lifts, one that a press lifts. */
export function toEmailState(standing: SuppressionKind[]): EmailWay['state'] {
  const reasons = standing.map(({ reason }) => reason)
  return (
    (['complained', 'invalid', 'bounced', 'unsubscribed'] as const).find((each) => reasons.includes(each)) ??
    'ok'
  )
}

/** True if letters that the address asks for still go there. */
export const takesLetters = (standing: SuppressionKind[]): boolean =>
  standing.every(({ scope }) => scope === 'alerts')

/** A number's YES, and the reason why it is not texted. */
export type NumberStanding = { isConfirmed: boolean; stoppedBy: SuppressionReason | null }

export function toNumberState({ isConfirmed, stoppedBy }: NumberStanding): NumberWay['state'] {
  if (stoppedBy !== null) return stoppedBy === 'unsubscribed' ? 'stopped' : 'unreachable'
  return isConfirmed ? 'confirmed' : 'waiting-for-yes'
}

/** Only an end has a reason to tell: until then, it is of a try. */
export const toShownReason = (state: string, reason: string | null): string | null =>
  ENDED_BADLY.has(state) ? reason : null

const ENDED_BADLY: ReadonlySet<string> = new Set(['bounced', 'failed', 'expired', 'suppressed'])
