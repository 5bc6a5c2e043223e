/** The address that a mailbox posts to when its owner leaves a list with one click (RFC 8058). */
export function oneClickAddress(headers: Record<string, string>): string | null {
  const header = (name: string) =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
  if (!/^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(header('list-unsubscribe-post'))) return null
  return /<(https?:[^>\s]+)>/.exec(header('list-unsubscribe'))?.[1] ?? null
}

const TIMEOUT_MS = 10_000

/** Posts as a mailbox does: no cookies, no redirects. Returns the status; 0 without an address or without an answer. */
export async function unsubscribe(headers: Record<string, string>): Promise<number> {
  const address = oneClickAddress(headers)
  if (!address) return 0
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
