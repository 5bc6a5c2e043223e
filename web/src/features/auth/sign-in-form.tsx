import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { object } from 'zod/mini'
import { ApiError } from '../../lib/api.ts'
import { emailEntry, passwordEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { serverProblemText } from '../../lib/account-texts.ts'
import { isOffered } from '../../lib/offers.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { Outcome } from './accounts.ts'
import { useAuth } from './use-auth.ts'

const SIGN_IN = object({ email: emailEntry(), password: passwordEntry() })

type SignInFormProps = {
  email: string
  onEmailChange: (email: string) => void
  onSignedIn: (outcome: Outcome) => void
  onLinkWanted: () => void
  onTextWanted: () => void
  /** The password was right, but the address was never confirmed. */
  onConfirmWanted: () => void
}

export function SignInForm({ email, onEmailChange, onSignedIn, ...ways }: SignInFormProps) {
  const { signIn } = useAuth()
  const location = useLocation()
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const { form, field, failure, isBusy } = useAccountForm({
    schema: SIGN_IN,
    send: async (values) => {
      setUnconfirmed(false)
      onSignedIn(await signIn(values))
    },
    toText: (error) => {
      setUnconfirmed(error instanceof ApiError && error.code === 'email_not_confirmed')
      return serverProblemText(error, 'Login failed')
    },
  })
  return (
    <form {...form} className="grid gap-4">
      <TextField
        {...field('email', { onChange: (event) => onEmailChange(event.target.value) })}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={email}
      />
      <div className="grid gap-1">
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        <Link to="/auth/forgot" state={location.state} className="text-link justify-self-start">
          Forgot password?
        </Link>
      </div>
      <FormProblem problem={failure}>
        {isUnconfirmed && (
          <Button quiet small onClick={ways.onConfirmWanted}>
            Send the confirmation link again
          </Button>
        )}
      </FormProblem>
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? 'Logging in' : 'Login'}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-6">
        <button type="button" className="text-link" onClick={ways.onLinkWanted}>
          Email me a login link
        </button>
        {isOffered('texts') && (
          <button type="button" className="text-link" data-offer="texts" onClick={ways.onTextWanted}>
            Text me a code instead
          </button>
        )}
      </div>
    </form>
  )
}
