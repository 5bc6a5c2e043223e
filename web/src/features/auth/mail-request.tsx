import { useState } from 'react'
import { checkEmail, problemsIn } from '../../lib/account-entries.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import type { Outcome } from './accounts.ts'
import { CheckMail } from './check-mail.tsx'
import { MAILS, type AskedMail } from './mail-kinds.ts'
import { useAuth } from './use-auth.ts'

type MailRequestProps = { kind: AskedMail; email?: string; onVerified: (outcome: Outcome) => void }

/** Asks for an address, writes to it, and waits for what the mail says. */
export function MailRequest({ kind, email = '', onVerified }: MailRequestProps) {
  const { accounts } = useAuth()
  const [address, setAddress] = useState(email)
  const [isSent, setSent] = useState(false)
  const { form, field, failure, isBusy } = useForm({
    fields: ['email'],
    check: (values) => problemsIn({ email: checkEmail(values.email) }),
    send: async (values) => {
      const asked = values.email.trim()
      await MAILS[kind].send(await accounts(), asked)
      setAddress(asked)
      setSent(true)
    },
  })

  if (isSent) {
    return <CheckMail kind={kind} email={address} onVerified={onVerified} onBack={() => setSent(false)} />
  }
  return (
    <form {...form} className="grid gap-4">
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={address}
      />
      <FormProblem problem={failure} />
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? MAILS[kind].asking : MAILS[kind].ask}
      </Button>
    </form>
  )
}
