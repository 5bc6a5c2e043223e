import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '../provider.ts'
import type { Store } from './store.ts'

/** A provider's webhooks: where they go, in which form, and how they show that they are the provider's. */
export type WebhookTarget = {
  /** The post of a queued body; made for each attempt. */
  toRequest: (body: string, now: Date) => WebhookRequest
  /** Answers after which the provider does not try again. */
  finalStatuses?: number[]
}
type WebhookRequest = { url: string; headers: Record<string, string>; body: string }
export type WebhookTargets = Partial<Record<ProviderName, WebhookTarget>>

/** A little later than the answer to the call that brought it about. */
const FIRST_DELAY_MS = 100
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000]
const AT_ONCE = 20
/** The longest wait that a timer takes, rounded down. */
const LONGEST_WAIT_MS = 24 * 3_600_000
const TIMEOUT_MS = 10_000

/** Queued in the transaction of the change that it reports; sent by the sender below, also after a restart. */
export function queueWebhook(store: Store, provider: ProviderName, body: object, now: Date): void {
  store
    .sql('insert into queued_webhooks (provider, body, due_at) values (?, ?, ?)')
    .run(provider, JSON.stringify(body), now.getTime() + FIRST_DELAY_MS)
}

const webhookRow = z.object({
  serial: z.int(),
  provider: z.enum(PROVIDERS),
  body: z.string(),
  attempts: z.int(),
  due_at: z.int(),
})
type WebhookRow = z.output<typeof webhookRow>

type Deps = {
  store: Store
  targets: WebhookTargets
  now: () => Date
  onGiveUp: (reason: string) => void
  retryDelaysMs?: number[]
}

/**
 * Posts queued webhooks until the product accepts them, with some retries on any answer but success. Sleeps until
 * something is due.
 */
export function createWebhookSender({
  store,
  targets,
  now,
  onGiveUp,
  retryDelaysMs = RETRY_DELAYS_MS,
}: Deps) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  return {
    /** Call it when a webhook may have been queued. */
    wake,
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }

  function wake(): void {
    if (stopping.signal.aborted || running) return
    clearTimeout(timer)
    const next = nextDue(store)
    if (!next) return
    const waitMs = Math.min(Math.max(0, next.due_at - now().getTime()), LONGEST_WAIT_MS)
    timer = setTimeout(run, waitMs)
    timer.unref()
  }

  function run(): void {
    running = sendDue().finally(() => {
      running = null
      wake()
    })
  }

  async function sendDue(): Promise<void> {
    await Promise.all(dueNow(store, now()).map((webhook) => send(webhook)))
  }

  async function send(webhook: WebhookRow): Promise<void> {
    const target = targets[webhook.provider]
    if (!target) return remove(webhook)
    const status = await post(target.toRequest(webhook.body, now()), stopping.signal)
    if (stopping.signal.aborted) return
    const delay = retryDelaysMs[webhook.attempts]
    const isTaken = status >= 200 && status < 300
    if (!isTaken && !target.finalStatuses?.includes(status) && delay !== undefined) {
      store
        .sql('update queued_webhooks set attempts = attempts + 1, due_at = ? where serial = ?')
        .run(now().getTime() + delay, webhook.serial)
      return
    }
    if (!isTaken) onGiveUp(status === 0 ? 'not reachable' : `answered ${status}`)
    remove(webhook)
  }

  function remove({ serial }: WebhookRow): void {
    store.sql('delete from queued_webhooks where serial = ?').run(serial)
  }
}

/** The status; 0 without an answer. */
async function post({ url, headers, body }: WebhookRequest, stopping: AbortSignal): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}

function dueNow(store: Store, now: Date): WebhookRow[] {
  const rows = store
    .sql('select * from queued_webhooks where due_at <= ? order by due_at, serial limit ?')
    .all(now.getTime(), AT_ONCE)
  return z.array(webhookRow).parse(rows)
}

function nextDue(store: Store): WebhookRow | null {
  const row = store.sql('select * from queued_webhooks order by due_at, serial limit 1').get()
  return row ? webhookRow.parse(row) : null
}
