import { AppError } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import { toNextCheck } from '../../domain/next-check.ts'

type Page = { sessionId: string; url: string }

/** The row that is paid on the page; its session ends at `expiresAt`. */
type Paid = { id: string; createdAt: Date; expiresAt: Date }

/** `product` names the row in the log. */
type Opening = {
  product: 'checkout' | 'assist day' | 'plan'
  row: Paid
  create: () => Promise<Page>
  /** False if the row was erased or replaced meanwhile: its page must not be shown. */
  save: (session: Page & { checkAt: Date }) => Promise<boolean>
}

/**
 * Opens a page of Stripe. A call without an answer may have made a session; it is shown to no one, and expires. A next try has the same key for a
 * minute. Throws `checkout-unavailable`.
 */
export async function openPage(
  deps: { log: Log; now: () => Date },
  { product, row, create, save }: Opening,
): Promise<Page> {
  try {
    const session = await create()
    const isKept = await save({ ...session, checkAt: toNextCheck(row, deps.now()) })
    if (!isKept) throw new Error('Its owner was erased, or it was replaced, meanwhile')
    return session
  } catch (error) {
    throw unavailable(deps, { product, id: row.id }, error)
  }
}

/** Logs why no page is opened. */
export function unavailable(
  { log }: { log: Log },
  { product, id }: { product: Opening['product']; id: string },
  error: unknown,
): AppError {
  log.error({ err: error, product, id }, 'no payment page was opened')
  return new AppError('checkout-unavailable', 'Failed to create checkout session', { cause: error })
}
