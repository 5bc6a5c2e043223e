import Stripe from 'stripe'

export type StripeOptions = {
  /** Another address than Stripe's own, such as a stand-in's. */
  apiUrl?: string | undefined
  secretKey: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** The SDK. It opens nothing until a call is made. */
export const connectStripe = (
  { apiUrl, secretKey, timeoutMs = TIMEOUT_MS }: StripeOptions,
  { maxNetworkRetries }: { maxNetworkRetries: number },
): Stripe =>
  new Stripe(secretKey, { ...toAddress(apiUrl), maxNetworkRetries, timeout: timeoutMs, telemetry: false })

function toAddress(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return protocol === 'http:'
    ? { host: hostname, port: port || '80', protocol: 'http' }
    : { host: hostname, port: port || '443' }
}
