import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { lockFailed, queueRetry, type FailedDelivery } from '../../db/texts/failed-texts.ts'
import { recordReceipt } from '../../db/deliveries/outcomes.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import type { FailedText } from '../../domain/receipt.ts'
import { mailInstead } from '../alerts/mail-instead.ts'
import { keepOutcomes } from '../deliveries/keep-outcomes.ts'
import { suppressAddresses } from '../suppressions/suppress-address.ts'

export type RetryRule = {
  /** A text to the same phone right after the first would fail as the first did. */
  retrySeconds: number
  /** Alerts go by email that no text has brought by then. */
  fallbackSeconds: number
}

/**
 * A text that Twilio took and could not deliver. Its alerts are texted once more if that may get through in time; else they are
 * mailed. The same failure again changes nothing, nor does that of an earlier text of a delivery whose later one Twilio took.
 */
export async function applyFailedText(
  tx: Transaction,
  failed: FailedText,
  rule: RetryRule,
): Promise<Transition[]> {
  const { deliveryId, providerId, reason, address, suppress } = failed
  const { fallbackSeconds } = rule
  const text = deliveryId ? await lockFailed(tx, { deliveryId, providerId, fallbackSeconds }) : null
  const transitions: Transition[] = []
  if (text && maySendAgain(text, failed, rule)) {
    transitions.push(
      ...(await queueRetry(tx, text.id, { providerId, reason, delaySeconds: rule.retrySeconds })),
    )
  } else if (text) {
    transitions.push(...(await recordReceipt(tx, text.id, { state: 'bounced', reason, providerId })))
    await keepOutcomes(tx, transitions)
    if (text.content) await mailInstead(tx, text.id, text.content)
  }
  if (suppress)
    transitions.push(
      ...(await suppressAddresses(tx, [
        { channel: 'sms', addressHash: hashAddress(address), reason: suppress, scope: 'all' },
      ])),
    )
  return transitions
}

/** Alerts alone: a visitor who asked for a code or sent a reply can ask again. */
const maySendAgain = (
  { source, content, hasBeenRetried, secondsLeft }: FailedDelivery,
  { mayPass }: Pick<FailedText, 'mayPass'>,
  { retrySeconds }: RetryRule,
): boolean =>
  mayPass && source === 'alert' && content !== null && !hasBeenRetried && secondsLeft > retrySeconds
