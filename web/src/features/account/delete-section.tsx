import { useState } from 'react'
import { Link } from 'react-router-dom'
import { object } from 'zod/mini'
import { passwordEntry } from '../../lib/account-entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Section } from '../../ui/section.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'

const PROOF = object({ password: passwordEntry() })

type DeleteSectionProps = { email: string; onDelete: (password: string) => Promise<void> }

export function DeleteSection({ email, onDelete }: DeleteSectionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Delete account" text="For good, and at once. Nobody can bring it back, nor can we.">
      {isOpen ? (
        <DeleteForm email={email} onDelete={onDelete} onCancel={() => setOpen(false)} />
      ) : (
        <Button quiet className="justify-self-start" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      )}
    </Section>
  )
}

function DeleteForm({ email, onDelete, onCancel }: DeleteSectionProps & { onCancel: () => void }) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: PROOF,
    send: ({ password }) => onDelete(password),
    fieldOfCode: { 'reauthentication-failed': 'password' },
  })
  return (
    <form {...form} className="grid gap-4">
      <div>
        <p className="font-bold wrap-anywhere">With the account of {email} goes:</p>
        <ul className="list-disc pl-5">
          <li>every pass, also those whose days are still to come</li>
          <li>your rides and limits: no alert will be sent any more</li>
          <li>the alerts and mails that we have sent you</li>
          <li>your names, your password and all sessions</li>
        </ul>
      </div>
      <UsernameForManagers email={email} />
      <div className="grid gap-1">
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" autoFocus />
        <Link to="/auth/forgot" className="text-link justify-self-start">
          Forgot password?
        </Link>
      </div>
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Deleting' : 'Delete everything'}
        </Button>
        <Button quiet onClick={onCancel}>
          Keep my account
        </Button>
      </div>
    </form>
  )
}
