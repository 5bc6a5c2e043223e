export type Return = { channel: 'email' | 'sms'; returnTo?: 'get-alerts' | undefined }

/**
 * Returns the addresses to which the payment page leads back. Stripe puts the id in place of its variable, so the braces stay as they are.
 */
export function toReturnUrls(publicUrl: string, sessionId: string, { channel, returnTo }: Return) {
  const pageOf = (path: string) => new URL(path, publicUrl).href
  if (returnTo === 'get-alerts') {
    const page = pageOf('/get-alerts')
    return {
      successUrl: `${page}?success=true&session_id=${sessionId}`,
      cancelUrl: `${page}?canceled=true`,
    }
  }
  return {
    successUrl: `${pageOf('/subscription-success')}?session_id=${sessionId}&alert_type=${channel}`,
    cancelUrl: pageOf('/?canceled=true#alerts'),
  }
}
