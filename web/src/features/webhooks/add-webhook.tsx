import { MAX_WEBHOOK_URL_LENGTH, type AddedWebhookEndpoint } from '@walkon/contracts/http/webhook-endpoints'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { addEndpoint } from './queries.ts'
import { INVALID_URL, webhookProblem } from './webhook-words.ts'

type AddWebhookProps = { caller: Caller; onAdded: (endpoint: AddedWebhookEndpoint) => Promise<unknown> }

/** One field and a button. An address that the server would refuse anyway is not sent. */
export function AddWebhook({ caller, onAdded }: AddWebhookProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<ProblemText>()
  const add = useAction(async (url: string) => {
    await onAdded(await addEndpoint(caller, url))
    if (input.current) input.current.value = ''
  }, webhookProblem)

  function send(entered: string): void {
    const isUsable = /^https?:\/\//i.test(entered) && URL.canParse(entered)
    setProblem(isUsable ? undefined : INVALID_URL)
    if (isUsable) add.run(entered)
    else input.current?.focus()
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send(input.current?.value.trim() ?? '')
      }}
    >
      <TextField
        ref={input}
        label="Web address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/walkon"
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        problem={problem}
        onChange={() => setProblem(undefined)}
        action={
          <Button type="submit" quiet busy={add.isBusy}>
            Add
          </Button>
        }
      />
      <FormProblem problem={add.problem} />
    </form>
  )
}
