import type { promoCodeCheckResult } from '@walkon/contracts/http/promo-codes'
import type { z } from 'zod/mini'
import type { Clock } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** The answer to a check of a promo code: its discount, or the code of its refusal. */
export type CodeOutcome = { result: z.output<typeof promoCodeCheckResult> } | { refusal: string }

const REFUSALS: Record<string, string> = {
  'invalid-promo-code':
    'does not exist. Compare it letter by letter with what the visitor has: O and 0, I and 1.',
  'promo-code-expired': 'has expired, or was taken back. It takes off nothing any more.',
  'promo-code-spent': 'has been used up by all visitors together.',
}

/** The answer to “Why was my code refused?”, from a check without an address and what this address has redeemed. */
export function explainCode(
  { promoRedemptions }: Pick<Visitor, 'promoRedemptions'>,
  { code, channel }: { code: string; channel: string },
  outcome: CodeOutcome,
  clock: Clock,
): string {
  const way = channel === 'sms' ? 'texts' : 'email alerts'
  const used = promoRedemptions.filter((redemption) => redemption.code === code)
  const uses = used.map(({ redeemedAt }) => clock(redeemedAt)).join(' and ')
  if ('result' in outcome)
    return used.length > 0
      ? `${code} is valid for ${way}, and this address has used it, on ${uses}. If a form refused it, the code has a limit for each address.`
      : `${code} is valid for ${way}, and this address has not used it. A form that refused it was asked for the other kind of alert, or for another address.`
  if (outcome.refusal === 'promo-code-wrong-channel')
    return `${code} is not for ${way}: it is for the other kind of alert.`
  const words = REFUSALS[outcome.refusal] ?? `was refused: ${outcome.refusal}.`
  return `${code} ${words}${used.length > 0 ? ` This address used it on ${uses}.` : ''}`
}
