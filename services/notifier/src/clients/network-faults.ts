/** Codes of network faults before a request was sent. */
export const CERTAINLY_NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The code of what `fetch` threw, which calls every fault "fetch failed". */
export function toFaultCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}

/** `network-econnrefused`: a stable reason of our own. */
export const toNetworkReason = (code: string) => `network-${code.toLowerCase().replaceAll('_', '-')}`
