import { useState } from 'react'
import { object } from 'zod/mini'
import { passwordEntry } from '../../lib/account-entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Section } from '../../ui/section.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'
import { MailedCodeProof } from './mailed-code-proof.tsx'

const PASSWORD = object({ password: passwordEntry() })

type DeleteSectionProps = {
  email: string
  hasPassword: boolean
  onDelete: (proof: OwnerProof) => Promise<void>
  onSendCode: () => Promise<void>
}

export function DeleteSection(props: DeleteSectionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Delete account" text="For good, and at once. Nobody can bring it back, nor can we.">
      {isOpen ? (
        <Deletion {...props} onCancel={() => setOpen(false)} />
      ) : (
        <Button quiet className="justify-self-start" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      )}
    </Section>
  )
}

type DeletionProps = DeleteSectionProps & { onCancel: () => void }

function Deletion({ email, hasPassword, onDelete, onSendCode, onCancel }: DeletionProps) {
  const [byMail, setByMail] = useState(!hasPassword)
  return (
    <div className="grid gap-4">
      <div>
        <p className="font-bold wrap-anywhere">Deleting {email}’s account removes:</p>
        <ul className="list-disc pl-5">
          <li>every pass, including days still to come</li>
          <li>your rides and limits, so you won’t get any alerts</li>
          <li>the alerts and emails we sent you</li>
          <li>your names, your password and all sessions</li>
        </ul>
      </div>
      {byMail ? (
        <MailedCodeProof
          email={email}
          button="Delete everything"
          busyButton="Deleting"
          cancelButton="Keep my account"
          onSendCode={onSendCode}
          onProof={onDelete}
          onCancel={onCancel}
        />
      ) : (
        <DeleteForm
          email={email}
          onDelete={onDelete}
          onCodeWanted={() => setByMail(true)}
          onCancel={onCancel}
        />
      )}
    </div>
  )
}

type DeleteFormProps = Pick<DeletionProps, 'email' | 'onDelete' | 'onCancel'> & { onCodeWanted: () => void }

function DeleteForm({ email, onDelete, onCodeWanted, onCancel }: DeleteFormProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: PASSWORD,
    send: ({ password }) => onDelete({ currentPassword: password }),
    fieldOfCode: { 'reauthentication-failed': 'password' },
  })
  return (
    <form {...form} className="grid gap-4">
      <UsernameForManagers email={email} />
      <div className="grid gap-1">
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" autoFocus />
        <button type="button" className="text-link justify-self-start" onClick={onCodeWanted}>
          Use a mailed code instead
        </button>
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
