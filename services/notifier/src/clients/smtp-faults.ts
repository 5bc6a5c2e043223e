import { z } from 'zod'
import type { DeliveryAnswer } from '../channels/channel.ts'

/** A fault as nodemailer tells it. Its texts can hold an address, so no reason is made of them. */
const fault = z.object({
  code: z.string().catch('UNKNOWN'),
  /** The code of the system or of TLS, where nodemailer has put its own in its place. */
  originalCode: z.string().optional().catch(undefined),
  command: z.string().catch(''),
  /** The whole answer of the server, where it gave one. */
  response: z.string().catch(''),
  responseCode: z.number().optional().catch(undefined),
})
type Fault = z.output<typeof fault>

const NOTHING_TOLD: Fault = { code: 'UNKNOWN', command: '', response: '' }
const TLS_CODES = /CERT|TLS|SSL|SELF_SIGNED|VERIFY|ALTNAME/

/**
 * Returns the outcome of a mail that was not accepted. The server's own word decides; without one, a mail whose handing over had begun may
 * have been accepted, and any other was not.
 */
export function toAnswerOfFault(error: unknown, { isHandedOver }: { isHandedOver: boolean }): DeliveryAnswer {
  const told = fault.safeParse(error).data ?? NOTHING_TOLD
  if (told.responseCode !== undefined && told.responseCode >= 400)
    return toAnswerOfReply(told, told.responseCode)
  if (told.code === 'EENVELOPE') return { kind: 'refused', reason: 'smtp-address', suppress: 'invalid' }
  if (isHandedOver) return { kind: 'unclear', reason: toReason(told) }
  if (told.code === 'EAUTH' || told.code === 'ETLS' || TLS_CODES.test(told.originalCode ?? ''))
    return { kind: 'misconfigured', reason: toReason(told) }
  return { kind: 'retry', reason: toReason(told) }
}

/** A reply to the mail's own address that says no more than "not you, not this": policy, not the mailbox. */
const POLICY = /^\d{3}[ -]5\.7\./
/** RFC 3463: the mailbox is not there, has moved, or takes nothing any more. */
const DEAD_MAILBOX = /^\d{3}[ -]5\.(1\.[1236]|2\.1)\b/

function toAnswerOfReply({ code, command, response }: Fault, replyCode: number): DeliveryAnswer {
  const reason = `smtp-${replyCode}`
  if (replyCode < 500) return { kind: 'retry', reason }
  if (command === 'RCPT TO' && !POLICY.test(response) && replyCode !== 530)
    return { kind: 'refused', reason, suppress: 'invalid' }
  if (command === 'DATA' || (command === 'RCPT TO' && replyCode !== 530))
    return { kind: 'refused', reason, suppress: DEAD_MAILBOX.test(response) ? 'invalid' : null }
  // The fault is in the greeting, TLS, the password or the sender: no mail goes until an operator has looked.
  return { kind: 'misconfigured', reason: code === 'EAUTH' ? 'smtp-login' : reason }
}

/** `smtp-etimedout`: a stable reason of our own. */
const toReason = ({ code }: Fault) => `smtp-${code.toLowerCase().replaceAll('_', '-')}`
