import { object } from 'zod/mini'
import { newPasswordEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'
import { MailedCodeProof } from './mailed-code-proof.tsx'
import { useProvenChange } from './use-proven-change.ts'

const NEW_PASSWORD = object({ password: newPasswordEntry() })

type NewPasswordProps = {
  email: string
  onChange: (password: string, proof?: OwnerProof) => Promise<void>
  onSendCode: () => Promise<void>
}

/** The end of a forgotten password. If the link was followed long ago, a mailed code replaces the unknown password. */
export function NewPassword({ email, onChange, onSendCode }: NewPasswordProps) {
  const { make, withheld, cancel } = useProvenChange()
  if (withheld) {
    return <MailedCodeProof email={email} onSendCode={onSendCode} onProof={withheld} onCancel={cancel} />
  }
  return (
    <NewPasswordForm email={email} onPassword={(password) => make((proof) => onChange(password, proof))} />
  )
}

type NewPasswordFormProps = { email: string; onPassword: (password: string) => Promise<void> }

function NewPasswordForm({ email, onPassword }: NewPasswordFormProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: NEW_PASSWORD,
    send: ({ password }) => onPassword(password),
    fieldOfCode: { weak_password: 'password', same_password: 'password' },
  })
  return (
    <form {...form} className="grid gap-4">
      <p className="wrap-anywhere text-ink-2">
        For <b className="text-ink">{email}</b>. On every other device you will have to log in again.
      </p>
      <UsernameForManagers email={email} />
      <PasswordField
        {...field('password')}
        label="New password"
        hint="at least 8 characters"
        autoComplete="new-password"
      />
      <FormProblem problem={failure} />
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? 'Saving' : 'Save the new password'}
      </Button>
    </form>
  )
}
