import { useState } from 'react'
import { object } from 'zod/mini'
import { phoneEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { toSpokenPhone } from '../../lib/phone-words.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import type { Outcome } from './accounts.ts'
import { CheckCode } from './check-code.tsx'
import { useAuth } from './use-auth.ts'

const NUMBER = object({ phone: phoneEntry() })

/** Asks for a number, texts it a code, and waits for the code. Nothing said here tells whether the number has an account. */
export function TextRequest({ onVerified }: { onVerified: (outcome: Outcome) => void }) {
  const { accounts } = useAuth()
  const [phone, setPhone] = useState('')
  const [isSent, setSent] = useState(false)
  const { form, field, failure, isBusy } = useAccountForm({
    schema: NUMBER,
    send: async ({ phone: asked }) => {
      await (await accounts()).sendTextCode(asked)
      setPhone(asked)
      setSent(true)
    },
  })

  if (isSent) {
    return (
      <CheckCode
        title="Check your phone for a code."
        text={['If', ' logs in to an account, we’ve just texted it a code.']}
        to={toSpokenPhone(phone)}
        hint="six digits, from the text"
        trouble="Nothing after a minute? Codes go only to a number that is turned on in your account. A login link by email always works."
        backButton="Use another number"
        onCode={async (code) => onVerified(await (await accounts()).enterTextCode(phone, code))}
        onSendAgain={async () => (await accounts()).sendTextCode(phone)}
        onBack={() => setSent(false)}
      />
    )
  }
  return (
    <form {...form} className="grid gap-4">
      <TextField
        {...field('phone')}
        label="Phone"
        hint="that gets your alerts"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+1 407 555 0142"
        defaultValue={phone && toSpokenPhone(phone)}
      />
      <FormProblem problem={failure} />
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? 'Sending' : 'Text me a code'}
      </Button>
    </form>
  )
}
