import type { PortalSession, Subscription } from '../stripe/shapes.ts'
import { endOf, isCancelling, periodOf } from '../stripe/subscriptions.ts'
import { markup, type Markup } from './markup.ts'

/** Stripe's customer portal, as far as an owner needs it, and also what only time and the bank do. */
export const portalPage = (session: PortalSession, subscriptions: Subscription[]): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your subscription · Sandbox portal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/assets/tokens.css">
<link rel="stylesheet" href="/sandbox/assets/checkout.css">
</head>
<body>
<main>
<p class="note">A practice portal. No card is asked for, and no money moves.</p>
<h1>Your subscription</h1>
${subscriptions.map((subscription) => showSubscription(session, subscription))}
${session.return_url ? markup`<p><a href="${session.return_url}">Return to Walkon</a></p>` : null}
</main>
</body>
</html>`.text

function showSubscription({ id: portal }: PortalSession, subscription: Subscription): Markup {
  const { status, sandbox } = subscription
  const { price } = periodOf(subscription)
  const button = (path: string, label: string, outcome?: string) =>
    markup`<form method="post" action="/sandbox/subscriptions/${subscription.id}/${path}"><input type="hidden" name="portal" value="${portal}">${
      outcome === undefined ? null : markup`<input type="hidden" name="outcome" value="${outcome}">`
    }<button class="btn btn--quiet">${label}</button></form>`
  if (status === 'canceled') return markup`<p role="status">This subscription has ended.</p>`
  return markup`<ul class="items"><li><span>$${(price.unit_amount / 100).toFixed(2)} a month</span> <span>${toWords(subscription)}</span></li></ul>
<div class="acts">
${isCancelling(subscription) ? button('resume', 'Don’t cancel') : button('cancel', 'Cancel at the end of the period')}
${
  sandbox.failsNext
    ? button('card', 'Use a card that works', 'paid')
    : button('card', 'Use a card that is declined', 'declined')
}
${status === 'active' ? button('advance', 'Advance to the next period') : null}
</div>`
}

function toWords(subscription: Subscription): string {
  const day = new Date(endOf(subscription) * 1_000).toISOString().slice(0, 10)
  if (subscription.status === 'past_due') return 'The last payment failed'
  return isCancelling(subscription) ? `Ends on ${day}` : `Next payment on ${day}`
}
