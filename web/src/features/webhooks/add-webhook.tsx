import { MAX_WEBHOOK_URL_LENGTH, type AddedWebhookEndpoint } from '@walkon/contracts/http/webhook-endpoints'
import { object, refine, string, trim } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { addEndpoint } from './queries.ts'
import { INVALID_URL, webhookProblem } from './webhook-words.ts'

type AddWebhookProps = { caller: Caller; onAdded: (endpoint: AddedWebhookEndpoint) => Promise<unknown> }

const isWebAddress = (entered: string) => /^https?:\/\//i.test(entered) && URL.canParse(entered)

/** An address that the server would refuse anyway is not sent. */
const entries = object({ url: string().check(trim(), refine(isWebAddress, { error: 'url' })) })

/** One field and a button. */
export function AddWebhook({ caller, onAdded }: AddWebhookProps) {
  const { form, field, failure, isBusy, clear } = useEntryForm({
    schema: entries,
    send: async ({ url }) => {
      const endpoint = await addEndpoint(caller, url)
      clear()
      await onAdded(endpoint)
    },
    fieldOfCode: { 'webhook-url-refused': 'url' },
    toText: webhookProblem,
    entryTexts: { url: INVALID_URL },
  })
  return (
    <form {...form} className="grid gap-3">
      <TextField
        {...field('url')}
        label="Web address"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/walkon"
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        action={
          <Button type="submit" quiet busy={isBusy}>
            Add
          </Button>
        }
      />
      <FormProblem problem={failure} />
    </form>
  )
}
