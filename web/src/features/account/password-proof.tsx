import { object } from 'zod/mini'
import { passwordEntry } from '../../lib/account-entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'

const PROOF = object({ currentPassword: passwordEntry() })

type PasswordProofProps = {
  email: string
  onPassword: (currentPassword: string) => Promise<void>
  onCodeWanted: () => void
  onCancel: () => void
}

/** Before a change that a session left open somewhere must not make. */
export function PasswordProof({ email, onPassword, onCodeWanted, onCancel }: PasswordProofProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: PROOF,
    send: (entered) => onPassword(entered.currentPassword),
    fieldOfCode: { reauthentication_not_valid: 'currentPassword' },
  })
  return (
    <form {...form} className="grid gap-4">
      <p>You logged in a while ago. Please confirm it’s still you.</p>
      <UsernameForManagers email={email} />
      <div className="grid gap-1">
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          autoFocus
        />
        <button type="button" className="text-link justify-self-start" onClick={onCodeWanted}>
          Use a mailed code instead
        </button>
      </div>
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Checking' : 'Continue'}
        </Button>
        <Button quiet onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
