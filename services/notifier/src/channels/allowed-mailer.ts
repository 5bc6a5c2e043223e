import type { AllowedEmails } from '@walkon/service/allowed-emails'
import type { DeliveryAnswer } from './channel.ts'
import type { Mailer } from './email.ts'

const NOT_ALLOWED: DeliveryAnswer = { kind: 'refused', reason: 'address-not-allowed', suppress: null }

/** The last word on who is mailed: forms of several services ask for mails, and all of them go this way. */
export const onlyTo = (mayBeMailed: AllowedEmails, mailer: Mailer): Mailer => ({
  ...mailer,
  async send(mails) {
    const allowed = mails.filter(({ to }) => mayBeMailed(to))
    const answers = allowed.length > 0 ? await mailer.send(allowed) : []
    return mails.map((mail) => {
      const index = allowed.indexOf(mail)
      return index === -1 ? NOT_ALLOWED : (answers[index] ?? { kind: 'unclear', reason: 'malformed-answer' })
    })
  },
})
