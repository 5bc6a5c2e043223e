import { useState } from 'react'
import { object } from 'zod/mini'
import { emailEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import type { Outcome } from './accounts.ts'
import { CheckMail } from './check-mail.tsx'
import { MAILS, type AskedMail } from './mail-kinds.ts'
import { useAuth } from './use-auth.ts'

const ADDRESS = object({ email: emailEntry() })

type MailRequestProps = { kind: AskedMail; email?: string; onVerified: (outcome: Outcome) => void }

/** Asks for an address, writes to it, and waits for what the mail says. */
export function MailRequest({ kind, email = '', onVerified }: MailRequestProps) {
  const { accounts } = useAuth()
  const [address, setAddress] = useState(email)
  const [isSent, setSent] = useState(false)
  const { form, field, failure, isBusy } = useAccountForm({
    schema: ADDRESS,
    send: async ({ email: asked }) => {
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
