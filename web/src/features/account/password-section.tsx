import { useState } from 'react'
import { object } from 'zod/mini'
import { newPasswordEntry, optionalEntry, passwordEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Section } from '../../ui/section.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'
import { MailedCodeProof } from './mailed-code-proof.tsx'
import { useProvenChange } from './use-proven-change.ts'

const BOTH = object({ currentPassword: passwordEntry(), password: newPasswordEntry() })
const NEW_ALONE = object({ currentPassword: optionalEntry(), password: newPasswordEntry() })

type PasswordSectionProps = {
  email: string
  hasPassword: boolean
  onChange: (password: string, proof?: OwnerProof) => Promise<void>
  onSendCode: () => Promise<void>
}

export function PasswordSection({ email, hasPassword, onChange, onSendCode }: PasswordSectionProps) {
  const { make, withheld, cancel } = useProvenChange()
  return (
    <Section
      title="Password"
      text="A new password logs you out on all other devices."
      value={hasPassword ? 'Set' : 'Not set'}
      act={hasPassword ? 'Change' : 'Set'}
    >
      {withheld ? (
        <MailedCodeProof email={email} onSendCode={onSendCode} onProof={withheld} onCancel={cancel} />
      ) : (
        <PasswordForm
          email={email}
          hasPassword={hasPassword}
          onChange={(password, proof) =>
            proof ? onChange(password, proof) : make((given) => onChange(password, given))
          }
        />
      )}
    </Section>
  )
}

function PasswordForm({ email, hasPassword, onChange }: Omit<PasswordSectionProps, 'onSendCode'>) {
  const [isAtHand, setAtHand] = useState(true)
  const asksCurrent = hasPassword && isAtHand
  const wish = hasPassword ? 'Change password' : 'Set a password'
  const { form, field, failure, isBusy, clear } = useAccountForm({
    schema: asksCurrent ? BOTH : NEW_ALONE,
    send: async ({ password, currentPassword }) => {
      await onChange(password, asksCurrent ? { currentPassword } : undefined)
      clear()
    },
    fieldOfCode: {
      weak_password: 'password',
      same_password: 'password',
      reauthentication_not_valid: 'currentPassword',
    },
  })
  return (
    <form {...form} className="grid gap-4">
      <UsernameForManagers email={email} />
      {asksCurrent && (
        <div className="grid gap-1">
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <span className="flex flex-wrap gap-x-4">
            <Link to="/auth/forgot" className="text-link">
              Forgot password?
            </Link>
            <button type="button" className="text-link" onClick={() => setAtHand(false)}>
              Email me a code instead
            </button>
          </span>
        </div>
      )}
      <PasswordField
        {...field('password')}
        label="New password"
        hint="at least 8 characters"
        autoComplete="new-password"
      />
      <FormProblem problem={failure} />
      <Button type="submit" busy={isBusy} className="justify-self-start">
        {isBusy ? 'Saving' : wish}
      </Button>
    </form>
  )
}
