import type { WebhookEndpoint } from '@walkon/contracts/http/webhook-endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { messagesQuery, resumeEndpoint, testEndpoint } from './queries.ts'
import { endpointWords, messageWords, webhookProblem } from './webhook-words.ts'

type WebhookRowProps = {
  caller: Caller
  endpoint: WebhookEndpoint
  onChanged: () => Promise<unknown>
  onRemove: () => Promise<void>
}

/** A webhook, its buttons, and its newest messages where the visitor asks for them. */
export function WebhookRow({ caller, endpoint, onChanged, onRemove }: WebhookRowProps) {
  const { id, url, disabledAt } = endpoint
  const now = useNow()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const act = useAction(async () => {
    await (disabledAt ? resumeEndpoint(caller, id) : testEndpoint(caller, id))
    if (!disabledAt) {
      setOpen(true)
      await queryClient.invalidateQueries({ queryKey: messagesQuery(caller, id).queryKey })
    }
    await onChanged()
  }, webhookProblem)
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
          <b translate="no" className="block leading-5">
            {url}
          </b>
          <span className="text-14 text-ink-2">{endpointWords(endpoint, now)}</span>
        </span>
        <span className="flex gap-2">
          <Button
            quiet
            small
            busy={act.isBusy}
            aria-label={disabledAt ? `Turn on ${url}` : `Send a test to ${url}`}
            onClick={act.run}
          >
            {disabledAt ? 'Turn on' : 'Test'}
          </Button>
          <Button quiet small aria-label={`Remove ${url}`} onClick={() => setAsked(true)}>
            Remove
          </Button>
        </span>
      </span>
      <FormProblem problem={act.problem} />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="py-3 text-14">Newest messages</summary>
        {isOpen && <Messages caller={caller} id={id} now={now} />}
      </details>
      {isAsked && (
        <ConfirmDialog
          title="Remove this webhook?"
          words={{ action: 'Remove webhook', busy: 'Removing', keep: 'Keep it' }}
          wordsOf={webhookProblem}
          onConfirm={onRemove}
          onClose={() => setAsked(false)}
        >
          <p>Nothing more is posted to {url}, and its secret is gone.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function Messages({ caller, id, now }: { caller: Caller; id: string; now: Date }) {
  const { data, isError, isFetching, refetch } = useQuery(messagesQuery(caller, id))
  if (isError && !data)
    return (
      <Failure
        title="Error loading the messages"
        heading="strong"
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Loading label="Loading the messages" className="h-12! rounded-card!" />
  if (data.messages.length === 0) return <p className="text-14">None yet. Send a test to see one.</p>
  return (
    <ul aria-live="polite" className="grid gap-1 py-2 text-14">
      {data.messages.map((message) => (
        <li key={message.id}>{messageWords(message, now)}</li>
      ))}
    </ul>
  )
}
