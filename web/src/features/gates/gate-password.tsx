import { useEffect, useRef } from 'react'
import { ApiError } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { keepGateKey } from '../../lib/gate-key.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { requestGateKey } from './queries.ts'

/** The service checks the password; the browser keeps the key that it gives. */
export function GatePassword() {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, run } = useAction(
    async (password: string) => keepGateKey(await requestGateKey(password)),
    toWords,
  )
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  return (
    <form
      ref={form}
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const password = new FormData(event.currentTarget).get('password')
        if (typeof password === 'string' && password !== '') run(password)
      }}
    >
      <div className="w-full">
        <PasswordField
          label="Developer password"
          name="password"
          autoComplete="off"
          maxLength={200}
          required
        />
      </div>
      <FormProblem problem={problem} />
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
