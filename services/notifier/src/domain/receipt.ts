import type { Channel } from '@walkon/contracts/values'
import type { Claim } from './suppressed-address.ts'
import type { SuppressionReason } from './suppression-scope.ts'

/** A text that the provider took and could not deliver. */
export type FailedText = {
  kind: 'text-failed'
  deliveryId: string | null
  providerId: string
  /** `twilio-30003` */
  reason: string
  address: string
  suppress: SuppressionReason | null
  /** True if a second text may get through. */
  mayPass: boolean
  /** No text gets through until our account or settings are mended. */
  isOurFault: boolean
}

/** A provider's statement after it has accepted a message. */
export type Receipt =
  /** The provider has the message, and says so on its own. */
  | { kind: 'accepted'; deliveryId: string | null; providerId: string }
  | { kind: 'delivered'; deliveryId: string | null; providerId: string }
  | {
      kind: 'bounced'
      channel: Channel
      deliveryId: string | null
      providerId: string
      /** `hard-bounce`, `dns-error` */
      reason: string
      address: string
      suppress: SuppressionReason | null
    }

/** A claim about an address, believed only if its provider confirms it. */
export type AddressClaim = { kind: 'claimed'; address: string; claim: Claim }
