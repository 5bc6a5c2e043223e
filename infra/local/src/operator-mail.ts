import type { NotifierSettings } from '@walkon/notifier/config'
import { openMailer } from '@walkon/notifier/jobs/mail-provider'

export type OperatorMail = { id: string; to: string; subject: string; text: string; tag: string }

/** Mails the operator by notifier's provider, as every other mail goes, but beside its queue and its database. */
export async function mailOperator(
  settings: NotifierSettings,
  { id, text, ...mail }: OperatorMail,
): Promise<{ kind: 'accepted' | 'unclear' | 'failed'; reason: string }> {
  const { mailer, parts } = openMailer(settings, async () => {})
  const [answer] = await mailer
    .send([
      {
        ...mail,
        deliveryId: id,
        attemptNo: 1,
        stream: 'letters',
        calledAt: new Date(),
        text,
        html: `<p>${text}</p>`,
        headers: [],
      },
    ])
    .finally(() => Promise.all(parts.map((part) => part.stop())))
  const reason = answer && 'reason' in answer ? answer.reason : 'no answer'
  if (answer?.kind === 'accepted' || answer?.kind === 'unclear') return { kind: answer.kind, reason }
  return { kind: 'failed', reason }
}
