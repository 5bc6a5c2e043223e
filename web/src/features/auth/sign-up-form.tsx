import { checkEmail, checkNewPassword, problemsIn } from '../../lib/account-entries.ts'
import { ACCOUNT_FORM_TEXTS, NOTICES, serverProblemText } from '../../lib/account-texts.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAuth } from './use-auth.ts'

const MAX_NAME_LENGTH = 100

type SignUpFormProps = {
  email: string
  onEmailChange: (email: string) => void
  /** A mail is on its way to the address. */
  onSent: (email: string) => void
}

export function SignUpForm({ email, onEmailChange, onSent }: SignUpFormProps) {
  const { signUp } = useAuth()
  const say = useToast()
  const { form, field, failure, isBusy } = useForm({
    fields: ['fullName', 'email', 'password'],
    check: (values) =>
      problemsIn({
        fullName: values.fullName.trim() === '' ? ACCOUNT_FORM_TEXTS.fullName : undefined,
        email: checkEmail(values.email),
        password: checkNewPassword(values.password),
      }),
    send: async ({ fullName, password, ...entered }) => {
      const address = entered.email.trim()
      await signUp({ fullName: fullName.trim(), email: address, password })
      say(NOTICES.signedUp)
      onSent(address)
    },
    fieldOfCode: { weak_password: 'password' },
    toText: (error) => serverProblemText(error, 'Signup failed'),
  })
  return (
    <form {...form} className="grid gap-4">
      <TextField {...field('fullName')} label="Full name" autoComplete="name" maxLength={MAX_NAME_LENGTH} />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={email}
        onChange={(event) => onEmailChange(event.target.value)}
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
