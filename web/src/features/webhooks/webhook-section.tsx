import {
  MAX_WEBHOOK_ENDPOINTS,
  type AddedWebhookEndpoint,
  type WebhookEndpoint,
} from '@walkon/contracts/http/webhook-endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { endpointsQuery, removeEndpoint } from './queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** Web addresses that the account's alerts are posted to. */
export function WebhookSection({ caller }: { caller: Caller }) {
  const { data, isError, isFetching, refetch } = useQuery(endpointsQuery(caller))
  return (
    <Section
      title="Webhooks"
      text="For developers: your own alerts, posted as JSON to a web address of yours the moment they are told."
      value={data && (data.endpoints.length > 0 ? `${data.endpoints.length} set` : 'None')}
    >
      {!data && !isError && <Loading label="Loading your webhooks" className="h-12! rounded-card!" />}
      {isError && !data && (
        <Failure
          title="Error loading your webhooks"
          heading="strong"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Webhooks caller={caller} endpoints={data.endpoints} />}
      <p className="text-14 text-ink-2">
        Messages are signed as{' '}
        <a href="https://www.standardwebhooks.com/" rel="noopener noreferrer" target="_blank">
          Standard Webhooks
        </a>{' '}
        say. One that fails is tried again for a day.
      </p>
    </Section>
  )
}

function Webhooks({ caller, endpoints }: { caller: Caller; endpoints: WebhookEndpoint[] }) {
  const queryClient = useQueryClient()
  const say = useToast()
  const [added, setAdded] = useState<AddedWebhookEndpoint>()
  const place = useRef<HTMLDivElement>(null)
  const readAgain = () => queryClient.invalidateQueries({ queryKey: endpointsQuery(caller).queryKey })

  async function remove({ id }: WebhookEndpoint): Promise<void> {
    await removeEndpoint(caller, id)
    if (added?.id === id) setAdded(undefined)
    await readAgain()
    say({ title: 'Webhook removed' })
    place.current?.focus()
  }

  async function show(endpoint: AddedWebhookEndpoint): Promise<void> {
    setAdded(endpoint)
    await readAgain()
  }

  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 focus-visible:outline-none">
      {endpoints.length > 0 && (
        <ul aria-label="Webhooks of your account">
          {endpoints.map((endpoint) => (
            <WebhookRow
              key={endpoint.id}
              caller={caller}
              endpoint={endpoint}
              onChanged={readAgain}
              onRemove={() => remove(endpoint)}
            />
          ))}
        </ul>
      )}
      {added && <WebhookSecret key={added.id} secret={added.secret} />}
      {endpoints.length < MAX_WEBHOOK_ENDPOINTS && <AddWebhook caller={caller} onAdded={show} />}
    </div>
  )
}
