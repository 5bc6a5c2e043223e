import { maskAddress } from '../domain/mask.ts'
import { html, type Html } from './html.ts'

/** The pages behind a mail's unsubscribe link: no script, nothing from elsewhere, no style but the sheet of its own. */

export type UnsubscribePage =
  /** `manageToken` is the manage key of the same mail; a link without it, from a header, leads to log in. */
  | ((StandingView | { view: 'resumed' }) & { address: string; manageToken: string | undefined })
  | { view: 'invalid' }

/**
 * How things stand with the address. `returned`: alerts came back before the mail whose link this is arrived; `bounced`: since then.
 */
export type StandingView = { view: 'ask' | 'unsubscribed' | 'complained' | 'returned' | 'bounced' }

export function toUnsubscribePage(page: UnsubscribePage): string {
  switch (page.view) {
    case 'ask':
      return layout(
        'Unsubscribe from alert emails?',
        html`<p>Walkon emails <strong>${maskAddress(page.address)}</strong> when a ride you chose is short.</p>`,
        html`${form('unsubscribe', 'Unsubscribe', 'button')}
        <p>Too many emails? Watch fewer rides, or set lower limits.</p>
        ${changeRides(page.manageToken)}`,
      )
    case 'unsubscribed':
      return layout(
        'You are unsubscribed',
        html`<p>No more alert emails go to <strong>${maskAddress(page.address)}</strong>.</p>`,
        html`${form('resume', 'Get alert emails again', 'button quiet')}
        <p><a href="/">Go to Walkon</a></p>`,
      )
    case 'resumed':
      return layout(
        'Alert emails are on again',
        html`<p>Walkon emails <strong>${maskAddress(page.address)}</strong> again on the days of your passes.</p>`,
        html`${changeRides(page.manageToken, 'Change your rides')}
        ${form('unsubscribe', 'Unsubscribe', 'button quiet')}`,
      )
    case 'returned':
      return layout(
        'Get alert emails again?',
        html`<p>Alert emails to <strong>${maskAddress(page.address)}</strong> came back, so we stopped them.</p>`,
        html`${form('resume', 'Get alert emails again', 'button')}
        <p><a href="/">Go to Walkon</a></p>`,
      )
    case 'bounced':
      return layout(
        'Alert emails came back',
        html`<p>Alert emails to <strong>${maskAddress(page.address)}</strong> came back after this one, so we stopped them.</p>`,
        html`<p>Your alerts page can email you a new link that turns them on again.</p>
        ${changeRides(page.manageToken, 'Open your alerts')}`,
      )
    case 'complained':
      return layout(
        'Alert emails have stopped',
        html`<p>An alert email to <strong>${maskAddress(page.address)}</strong> was reported as spam, so no more will come.</p>`,
        html`<p><a class="button quiet" href="/contact">Tell us if that was a mistake</a></p>`,
      )
    case 'invalid':
      return layout(
        'This link no longer works',
        html`<p>Please open “Unsubscribe” in your newest email from Walkon.</p>`,
        html`<p><a href="/">Go to Walkon</a></p>`,
      )
    default:
      return page satisfies never
  }
}

const changeRides = (manageToken: string | undefined, label = 'Change rides instead') => {
  const query = manageToken ? `?token=${encodeURIComponent(manageToken)}` : ''
  return html`<p><a class="button quiet" href="/manage-alerts${query}">${label}</a></p>`
}

/** Posts to the page's own address. */
const form = (action: 'unsubscribe' | 'resume', label: string, style: string) =>
  html`<form method="post"><input type="hidden" name="action" value="${action}"><button class="${style}" type="submit">${label}</button></form>`

/** A ticket as the web app draws it: what it is about above the perforation, what can be done below. */
const layout = (title: string, about: Html, actions: Html) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title} | Walkon</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/u/assets/page.css">
</head>
<body>
<header class="mast"><a class="mark" href="/" aria-label="Walkon, home">Walkon <span aria-hidden="true">&#9656;</span></a></header>
<main class="ticket">
<div class="part">
<h1>${title}</h1>
${about}
</div>
<div class="perf"></div>
<div class="part">
${actions}
</div>
</main>
<footer>Powered by <a href="https://themeparks.wiki">ThemeParks.wiki</a>. Walkon is not affiliated with the park operators.</footer>
</body>
</html>
`.source
