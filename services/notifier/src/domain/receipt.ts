import type { SuppressionReason } from './suppression.ts'

/** What a provider tells after it has accepted a message. */
export type Receipt =
  | { kind: 'delivered'; deliveryId: string | null; providerId: string }
  | {
      kind: 'bounced'
      deliveryId: string | null
      providerId: string
      /** `hard-bounce`, `dns-error` */
      reason: string
      address: string
      suppress: SuppressionReason | null
    }
  | { kind: 'suppressed'; address: string; reason: SuppressionReason }
  /** The provider writes to the address again, after a bounce that was cleared up. */
  | { kind: 'reactivated'; address: string }
