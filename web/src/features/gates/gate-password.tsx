import { useEffect, useRef } from 'react'
import { object } from 'zod/mini'
import { ApiError } from '../../lib/api.ts'
import { passwordEntry } from '../../lib/entries.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { keepGateKey } from '../../lib/gate-key.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { requestGateKey } from './queries.ts'

const GATE_FORM = object({ password: passwordEntry() })

/** The service checks the password; the browser keeps the key that it gives. */
export function GatePassword() {
  const { form, field, failure, isBusy } = useEntryForm({
    schema: GATE_FORM,
    send: async ({ password }) => keepGateKey(await requestGateKey(password)),
    toText: toWords,
  })
  const password = useRef<HTMLDivElement>(null)
  useEffect(() => password.current?.querySelector('input')?.focus(), [])

  return (
    <form {...form} className="grid justify-items-start gap-3">
      <div ref={password} className="w-full">
        <PasswordField {...field('password')} label="Developer password" autoComplete="off" maxLength={200} />
      </div>
      <FormProblem problem={failure} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Checking' : 'Unlock'}
      </Button>
    </form>
  )
}

const WAIT: ProblemText = {
  title: 'Too Many Attempts',
  text: 'Please wait a quarter of an hour, then try again.',
}

const toWords = (error: unknown): ProblemText =>
  error instanceof ApiError && error.code === 'too-many-requests' ? WAIT : plannerProblem(error)
