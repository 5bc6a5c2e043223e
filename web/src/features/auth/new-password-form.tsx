import { object } from 'zod/mini'
import { newPasswordEntry } from '../../lib/account-entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'
import { useAuth } from './use-auth.ts'

const NEW_PASSWORD = object({ password: newPasswordEntry() })

/** The end of a forgotten password. */
export function NewPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { accounts } = useAuth()
  const { form, field, failure, isBusy } = useAccountForm({
    schema: NEW_PASSWORD,
    send: async ({ password }) => {
      await (await accounts()).changePassword(password)
      onChanged()
    },
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
