import type { Session } from '../stripe/shapes.ts'
import { markup, type Markup } from './markup.ts'

/** Stripe's payment page, as far as a visitor needs it: the purchase, and its success. */
export const checkoutPage = (session: Session, { isDeclined }: { isDeclined: boolean }): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pay ${dollars(session.amount_total)} · Sandbox checkout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/assets/tokens.css">
<link rel="stylesheet" href="/sandbox/assets/checkout.css">
<script src="/sandbox/assets/checkout.js" defer></script>
</head>
<body>
<main>
<p class="note">A practice checkout. No card is asked for, and no money moves.</p>
<h1>Pay <span>${dollars(session.amount_total)}</span>${session.mode === 'subscription' ? ' a month' : null}</h1>
<ul class="items">${session.sandbox.items.map(
    ({ quantity, price_data: price }) =>
      markup`<li><span>${price.product_data.name}${quantity > 1 ? `\u00a0×\u00a0${quantity}` : ''}${price.product_data.description ? markup`<small>${price.product_data.description}</small>` : null}</span> <span>${dollars(quantity * price.unit_amount)}</span></li>`,
  )}</ul>
${session.customer_email ? markup`<p>Receipt to ${session.customer_email}</p>` : null}
${isDeclined ? markup`<p role="alert" class="declined">Your card was declined. Try another one.</p>` : null}
${session.status === 'open' ? actions(session) : over(session)}
</main>
</body>
</html>`.text

const actions = (session: Session): Markup => markup`<div class="acts">
${pay(session, 'paid', `Pay ${dollars(session.amount_total)}`, 'btn')}
${pay(session, 'declined', 'Pay with a card that is declined', 'btn btn--quiet')}
${session.mode === 'payment' ? pay(session, 'processing', 'Pay with a bank debit that takes days', 'btn btn--quiet') : null}
</div>
${session.cancel_url ? markup`<p><a href="${session.cancel_url}">Back without paying</a></p>` : null}`

const pay = ({ id }: Session, outcome: string, label: string, look: string): Markup =>
  markup`<form method="post" action="/sandbox/payments/${id}/pay"><input type="hidden" name="outcome" value="${outcome}"><button class="${look}">${label}</button></form>`

const over = (session: Session): Markup =>
  session.status === 'complete'
    ? markup`<p role="status">${session.payment_status === 'paid' ? 'This was paid already.' : 'Your bank is working on this payment.'}</p>
<p><a href="${successUrlOf(session)}">Back to Walkon</a></p>`
    : markup`<p role="status">This checkout has expired.</p>
${session.cancel_url ? markup`<p><a href="${session.cancel_url}">Back to Walkon</a></p>` : null}`

/** Where the payment leads. */
export const successUrlOf = ({ id, success_url: url }: Session): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id)

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
