import { toAddressEntry } from '@walkon/contracts/pasted-text'
import { useState } from 'react'
import { object, overwrite, refine, string } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { DormantFormNote } from '../../lib/waking-form.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ANSWERS, INVALID_EMAIL, NOT_SUBSCRIBED } from './newsletter-words.ts'
import { subscribe } from './queries.ts'

type NewsletterFormProps = {
  caller: Caller | null
  /** The id of the heading that names the form. */
  labelledBy: string
}

const entries = object({
  email: string().check(
    overwrite((entered) => toAddressEntry(entered).toLowerCase()),
    refine(isEmail, { error: 'email' }),
  ),
})

const ENTRY_TEXTS = { email: INVALID_EMAIL }

/** One field and a button. Whatever comes of it stands under the field. */
export function NewsletterForm({ caller, labelledBy }: NewsletterFormProps) {
  const [answer, setAnswer] = useState<ProblemText>()
  const { form, field, failure, isBusy } = useEntryForm({
    schema: entries,
    send: async ({ email }) => {
      setAnswer(undefined)
      setAnswer(ANSWERS[await subscribe(email, caller)])
    },
    toText: () => NOT_SUBSCRIBED,
    entryTexts: ENTRY_TEXTS,
  })
  const { problem, ...email } = field('email')
  return (
    <form aria-labelledby={labelledBy} {...form}>
      <TextField
        {...email}
        label="Send it to"
        placeholder="you@example.com"
        type="email"
        inputMode="email"
        autoComplete="email"
        problem={problem ?? failure ?? undefined}
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
