import { object } from 'zod/mini'
import { emailEntry, nameEntry, newPasswordEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { NOTICES, serverProblemText } from '../../lib/account-texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAuth } from './use-auth.ts'

const MAX_NAME_LENGTH = 100

const SIGN_UP = object({ fullName: nameEntry('fullName'), email: emailEntry(), password: newPasswordEntry() })

type SignUpFormProps = {
  email: string
  onEmailChange: (email: string) => void
  /** A mail is on its way to the address. */
  onSent: (email: string) => void
}

export function SignUpForm({ email, onEmailChange, onSent }: SignUpFormProps) {
  const { signUp } = useAuth()
  const say = useToast()
  const { form, field, failure, isBusy } = useAccountForm({
    schema: SIGN_UP,
    send: async (applicant) => {
      await signUp(applicant)
      say(NOTICES.signedUp)
      onSent(applicant.email)
    },
    fieldOfCode: { weak_password: 'password' },
    toText: (error) => serverProblemText(error, 'Signup failed'),
  })
  return (
    <form {...form} className="grid gap-4">
      <TextField {...field('fullName')} label="Full name" autoComplete="name" maxLength={MAX_NAME_LENGTH} />
      <TextField
        {...field('email', { onChange: (event) => onEmailChange(event.target.value) })}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={email}
      />
      <PasswordField
        {...field('password')}
        label="Password"
        hint="at least 8 characters"
        autoComplete="new-password"
      />
      <FormProblem problem={failure} />
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? 'Signing up' : 'Sign Up'}
      </Button>
    </form>
  )
}
