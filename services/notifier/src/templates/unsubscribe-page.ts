import type { MailList } from '@walkon/contracts/values'
import { maskAddress } from '@walkon/contracts/mask'
import { html, type Html } from './html.ts'
import { capitalised, LIST_WORDS } from './list-words.ts'

/** The pages behind a mail's unsubscribe link: no script, nothing from elsewhere, no style but the sheet of its own. */

export type UnsubscribePage =
  | ((StandingView | { view: 'resumed' | 'asks' }) & ListedAddress)
  | { view: 'invalid' }

/** `manageToken` is the manage key of the same mail; a link without it, from a header, leads to log in. */
type ListedAddress = { list: MailList; address: string; manageToken: string | undefined }

/**
 * How things stand with the address. `returned`: mails of the list came back before the mail whose link this is arrived; `bounced`: since then.
 */
export type StandingView = { view: 'ask' | 'unsubscribed' | 'complained' | 'returned' | 'bounced' }

export function toUnsubscribePage(page: UnsubscribePage): string {
  if (page.view === 'invalid')
    return layout(
      'This link no longer works',
      html`<p>Please open “Unsubscribe” in your newest email from Walkon.</p>`,
      html`<p><a href="/">Go to Walkon</a></p>`,
    )
  const { mails, one, when } = LIST_WORDS[page.list]
  const address = html`<strong>${maskAddress(page.address)}</strong>`
  switch (page.view) {
    case 'asks':
      return layout(
        `Get ${mails}?`,
        html`<p>Walkon emails ${address} ${when}, once you say so here.</p>`,
        html`${form('resume', 'Subscribe', 'button')}
        <p>You can leave at any time with one tap.</p>`,
      )
    case 'ask':
      return layout(
        `Unsubscribe from ${mails}?`,
        html`<p>Walkon emails ${address} ${when}.</p>`,
        html`${form('unsubscribe', 'Unsubscribe', 'button')}
        ${insteadOf(page)}`,
      )
    case 'unsubscribed':
      return layout(
        'You are unsubscribed',
        html`<p>No more ${mails} go to ${address}.${page.list !== 'ride-alerts' && html` Your other emails from Walkon still come.`}</p>`,
        html`${form('resume', `Get ${mails} again`, 'button quiet')}
        <p><a href="/">Go to Walkon</a></p>`,
      )
    case 'resumed':
      return toResumedPage(page, address)
    case 'returned':
      return layout(
        `Get ${mails} again?`,
        html`<p>${capitalised(mails)} to ${address} came back, so we stopped them.</p>`,
        html`${form('resume', `Get ${mails} again`, 'button')}
        <p><a href="/">Go to Walkon</a></p>`,
      )
    case 'bounced':
      return layout(
        `${capitalised(mails)} came back`,
        html`<p>${capitalised(mails)} to ${address} came back after this one, so we stopped them.</p>`,
        wayBack(page),
      )
    case 'complained':
      return layout(
        `${capitalised(mails)} have stopped`,
        html`<p>${one} to ${address} was reported as spam, so no more will come.</p>`,
        html`<p><a class="button quiet" href="/contact">Tell us if that was a mistake</a></p>`,
      )
    default:
      return page satisfies never
  }
}

/** A newsletter may come for the first time: the page does not know. */
function toResumedPage({ list, manageToken }: ListedAddress, address: Html): string {
  const { mails, when } = LIST_WORDS[list]
  const again = form('unsubscribe', 'Unsubscribe', 'button quiet')
  if (list === 'newsletter')
    return layout('You are subscribed', html`<p>Walkon emails ${address} ${when}.</p>`, again)
  const isOfRides = list === 'ride-alerts'
  return layout(
    `${capitalised(mails)} are on again`,
    html`<p>Walkon emails ${address} again ${isOfRides ? 'on the days of your passes' : when}.</p>`,
    html`${isOfRides && changeRides(manageToken, 'Change your rides')}
        ${again}`,
  )
}

/** After a bounce that is newer than the mail of the link. */
const wayBack = ({ list, manageToken }: ListedAddress): Html =>
  list === 'ride-alerts'
    ? html`<p>Your alerts page can email you a new link that turns them on again.</p>
        ${changeRides(manageToken, 'Open your alerts')}`
    : html`<p><a class="button quiet" href="/contact">Ask us to turn them on again</a></p>`

/** Suggests a better way than leaving, or says that nothing else ends. */
const insteadOf = ({ list, manageToken }: ListedAddress): Html =>
  list === 'ride-alerts'
    ? html`<p>Too many emails? Watch fewer rides, or set lower limits.</p>
        ${changeRides(manageToken)}`
    : html`<p>Your other emails from Walkon still come.</p>`

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
<header class="mast"><a class="mark" href="/" aria-label="Walkon, home">Walkon <span aria-hidden="true"></span></a></header>
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
