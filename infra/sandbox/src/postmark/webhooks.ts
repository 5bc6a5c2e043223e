import { z } from 'zod'
import type { Store } from '../state/store.ts'

export type WebhookTarget = { url: string; username: string; password: string }

/** A little later than the answer to the call that brought it about. */
const FIRST_DELAY_MS = 100
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000]
const AT_ONCE = 20
const TIMEOUT_MS = 10_000

/** Queued in the transaction of the change that it reports; sent by the sender below, also after a restart. */
export function queueWebhook(store: Store, body: object, now: Date): void {
  store
    .sql('insert into webhooks (body, due_at) values (?, ?)')
    .run(JSON.stringify(body), now.getTime() + FIRST_DELAY_MS)
}

const webhookRow = z.object({ serial: z.int(), body: z.string(), attempts: z.int(), due_at: z.int() })
type WebhookRow = z.output<typeof webhookRow>

type Deps = {
  store: Store
  target: WebhookTarget | undefined
  now: () => Date
  onGiveUp: (reason: string) => void
  retryDelaysMs?: number[]
}

/**
 * Posts queued webhooks until the product accepts them: some retries on any answer but success, none
 * after 403, as at Postmark. Sleeps until something is due.
 */
export function createWebhookSender({ store, target, now, onGiveUp, retryDelaysMs = RETRY_DELAYS_MS }: Deps) {
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
    timer = setTimeout(run, Math.max(0, next.due_at - now().getTime()))
    timer.unref()
  }

  function run(): void {
    running = sendDue().finally(() => {
      running = null
      wake()
    })
  }

  async function sendDue(): Promise<void> {
    if (!target) {
      store.sql('delete from webhooks').run()
      return
    }
    await Promise.all(dueNow(store, now()).map((webhook) => send(webhook, target)))
  }

  async function send(webhook: WebhookRow, to: WebhookTarget): Promise<void> {
    const status = await post(webhook.body, to, stopping.signal)
    if (stopping.signal.aborted) return
    const delay = retryDelaysMs[webhook.attempts]
    const isTaken = status >= 200 && status < 300
    if (!isTaken && status !== 403 && delay !== undefined) {
      store
        .sql('update webhooks set attempts = attempts + 1, due_at = ? where serial = ?')
        .run(now().getTime() + delay, webhook.serial)
      return
    }
    if (!isTaken) onGiveUp(status === 0 ? 'not reachable' : `answered ${status}`)
    store.sql('delete from webhooks where serial = ?').run(webhook.serial)
  }
}

/** The status; 0 without an answer. */
async function post(
  body: string,
  { url, username, password }: WebhookTarget,
  stopping: AbortSignal,
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Postmark',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
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
    .sql('select * from webhooks where due_at <= ? order by due_at, serial limit ?')
    .all(now.getTime(), AT_ONCE)
  return z.array(webhookRow).parse(rows)
}

function nextDue(store: Store): WebhookRow | null {
  const row = store.sql('select * from webhooks order by due_at, serial limit 1').get()
  return row ? webhookRow.parse(row) : null
}
