import { Link } from 'react-router-dom'
import { object } from 'zod/mini'
import { newPasswordEntry, passwordEntry } from '../../lib/account-entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Section } from '../../ui/section.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'

const PASSWORDS = object({ currentPassword: passwordEntry(), password: newPasswordEntry() })

type PasswordSectionProps = {
  email: string
  onChange: (password: string, currentPassword: string) => Promise<void>
}

export function PasswordSection({ email, onChange }: PasswordSectionProps) {
  const { form, field, failure, isBusy, clear } = useAccountForm({
    schema: PASSWORDS,
    send: async (entered) => {
      await onChange(entered.password, entered.currentPassword)
      clear()
    },
    fieldOfCode: {
      weak_password: 'password',
      same_password: 'password',
      reauthentication_not_valid: 'currentPassword',
      reauthentication_needed: 'currentPassword',
    },
  })
  return (
    <Section title="Password" text="Wherever else you are logged in, a new password logs you out.">
      <form {...form} className="grid gap-4">
        <UsernameForManagers email={email} />
        <div className="grid gap-1">
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <Link to="/auth/forgot" className="text-link justify-self-start">
            Forgot password?
          </Link>
        </div>
        <PasswordField
          {...field('password')}
          label="New password"
          hint="at least 8 characters"
          autoComplete="new-password"
        />
        <FormProblem problem={failure} />
        <Button type="submit" quiet busy={isBusy} className="justify-self-start">
          {isBusy ? 'Saving' : 'Change password'}
        </Button>
      </form>
    </Section>
  )
}
