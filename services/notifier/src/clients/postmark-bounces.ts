/** Postmark's types of bounces. */

/** Bounces that are none: the message is still on its way, or the recipient answered it. */
const NO_BOUNCE = new Set([
  'Transient',
  'AutoResponder',
  'AddressChange',
  'ChallengeVerification',
  'OpenRelayTest',
  'Subscribe',
  'Unsubscribe',
])

/** `DnsError` as `dns-error`: our codes are kebab-case. Null for a type that is no bounce. */
export const toBounceCode = (type: string): string | null =>
  NO_BOUNCE.has(type) ? null : type.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
