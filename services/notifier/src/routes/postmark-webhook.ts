import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import type { Database, Transaction } from '@walkon/service/database'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { RECORD_TYPES, toReceipt, type Receipt } from '../clients/postmark-receipts.ts'
import { hashAddress } from '@walkon/service/address-hash'
import type { MovedDelivery } from '../db/moves.ts'
import { recordReceipt } from '../db/outcomes.ts'
import { liftSuppression, suppress } from '../db/suppressions.ts'
import type { DeliveryMetrics } from '../delivery-metrics.ts'
import type { SuppressionReason } from '../domain/delivery.ts'

export type WebhookOptions = { db: Database; metrics: DeliveryMetrics; user: string; password: string }

/** A bounce can quote the mail it returns. */
const BODY_LIMIT_BYTES = 256 * 1024

/**
 * Postmark's word on what became of mails. Each event is applied in one transaction before it is acknowledged, and
 * again without effect when it comes twice.
 */
export async function postmarkWebhook(
  app: HttpApp,
  { db, metrics, user, password }: WebhookOptions,
): Promise<void> {
  const expected = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)

  app.post(
    '/webhooks/postmark',
    {
      config: { access: 'provider' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        body: z.looseObject({ RecordType: z.string() }),
        response: { 200: z.object({ status: z.enum(['applied', 'ignored']) }) },
      },
      // Before the body is read: a stranger's is of no interest.
      onRequest: async ({ headers }) => {
        if (timingSafeEqual(digest(headers.authorization ?? ''), expected)) return
        throw new AppError(401, 'unauthorized', 'This address is for Postmark')
      },
    },
    async ({ body }) => {
      if (!RECORD_TYPES.some((type) => type === body.RecordType)) return { status: 'ignored' as const }
      const receipt = readReceipt(body)
      if (!receipt) return { status: 'ignored' as const }
      metrics.moved(await db.transaction((tx) => apply(tx, receipt)))
      return { status: 'applied' as const }
    },
  )
}

/** Of equal length whatever came, so that the comparison takes the same time. */
const digest = (text: string) => createHash('sha256').update(text).digest()

function readReceipt(body: unknown): Receipt | null {
  try {
    return toReceipt(body)
  } catch (error) {
    if (error instanceof z.ZodError) throw new AppError(400, 'invalid-request', z.prettifyError(error))
    throw error
  }
}

async function apply(tx: Transaction, receipt: Receipt): Promise<MovedDelivery[]> {
  switch (receipt.kind) {
    case 'delivered':
      return record(tx, receipt, null)
    case 'bounced':
      return [
        ...(await record(tx, receipt, receipt.reason)),
        ...(receipt.suppress ? await stop(tx, receipt.address, receipt.suppress) : []),
      ]
    case 'suppressed':
      return stop(tx, receipt.address, receipt.reason)
    case 'reactivated':
      await liftSuppression(tx, 'email', hashAddress(receipt.address), ['bounced', 'invalid'])
      return []
    default:
      return receipt satisfies never
  }
}

type MessageReceipt = Extract<Receipt, { kind: 'delivered' | 'bounced' }>

async function record(
  tx: Transaction,
  { kind, deliveryId, providerId }: MessageReceipt,
  reason: string | null,
) {
  return deliveryId ? recordReceipt(tx, deliveryId, { state: kind, reason, providerId }) : []
}

const stop = (tx: Transaction, address: string, reason: SuppressionReason) =>
  suppress(tx, [{ channel: 'email', addressHash: hashAddress(address), reason }])
