import { toAddressEntry } from '@walkon/contracts/pasted-text'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { DormantFormNote, useWakingForm } from '../../lib/waking-form.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ANSWERS, INVALID_EMAIL, NOT_SUBSCRIBED } from './newsletter-words.ts'
import { subscribe } from './queries.ts'

type NewsletterFormProps = {
  caller: Caller | null
  /** The id of the heading that names the form. */
  labelledBy: string
}

/** One field and a button. Whatever comes of it stands under the field. */
export function NewsletterForm({ caller, labelledBy }: NewsletterFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<ProblemText>()
  const [answer, setAnswer] = useState<ProblemText>()
  const { isBusy, run } = useAction(async (email: string) => {
    try {
      setAnswer(ANSWERS[await subscribe(email, caller)])
    } catch {
      setProblem(NOT_SUBSCRIBED)
    }
  })

  function send(entered: string): void {
    setAnswer(undefined)
    const isOpen = isEmail(entered)
    setProblem(isOpen ? undefined : INVALID_EMAIL)
    if (isOpen) run(toAddressEntry(entered).toLowerCase())
    else input.current?.focus()
  }

  return (
    <form
      aria-labelledby={labelledBy}
      noValidate
      {...useWakingForm()}
      onSubmit={(event) => {
        event.preventDefault()
        send(input.current?.value ?? '')
      }}
    >
      <TextField
        ref={input}
        label="Send it to"
        placeholder="you@example.com"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        problem={problem}
        onChange={() => setProblem(undefined)}
        action={
          <Button type="submit" busy={isBusy}>
            Subscribe
          </Button>
        }
      />
      <DormantFormNote />
      <p role="status" className="min-h-12 pt-1 text-14">
        {answer && (
          <>
            <b className="block">{answer.title}</b> {answer.text}
          </>
        )}
      </p>
    </form>
  )
}
