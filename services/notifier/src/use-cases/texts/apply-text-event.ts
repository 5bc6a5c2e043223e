import type { Transaction } from '@walkon/service/database'
import type { TextEvent } from '../../clients/twilio-webhook.ts'
import type { NotifierSettings } from '../../config.ts'
import { applyFailedText, type RetryRule } from './apply-failed-text.ts'
import { applyReceipt } from '../deliveries/apply-receipt.ts'
import { applyReply, type ReplyDeps } from './apply-reply.ts'

/** Applies what Twilio tells of a text: a receipt, a failure, or a reply of a visitor. */
export function applyTextEvent(settings: NotifierSettings, deps: Pick<ReplyDeps, 'texts' | 'links' | 'now'>) {
  const replies: ReplyDeps = { ...deps, keywordsBy: settings.TEXT_KEYWORDS_BY }
  const retries: RetryRule = {
    retrySeconds: settings.TEXT_RETRY_SECONDS,
    fallbackSeconds: settings.TEXT_FALLBACK_SECONDS,
  }
  return async (tx: Transaction, told: TextEvent, receivedAt: Date) => {
    if (told.kind === 'replied')
      return { transitions: await applyReply(tx, { ...told, receivedAt }, replies) }
    if (told.kind !== 'text-failed') return { transitions: await applyReceipt(tx, told) }
    const transitions = await applyFailedText(tx, told, retries)
    const isNews = told.isOurFault && transitions.length > 0
    return { transitions, ...(isNews && { misconfigured: told.reason }) }
  }
}
