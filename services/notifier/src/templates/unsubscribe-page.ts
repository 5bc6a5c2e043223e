import { html, type Html } from './html.ts'

/** The pages behind a mail's unsubscribe link: no script, nothing from elsewhere, no style but the sheet below. */

export type UnsubscribePage =
  | { view: 'ask'; address: string }
  | { view: 'unsubscribed'; address: string }
  | { view: 'resumed'; address: string }
  | { view: 'invalid' }

export function toUnsubscribePage(page: UnsubscribePage): string {
  switch (page.view) {
    case 'ask':
      return layout(
        'Stop alert mails?',
        html`<p>Walkon writes to <strong>${mask(page.address)}</strong> when a ride you chose is short.</p>
        ${form('unsubscribe', 'Unsubscribe', 'button')}
        <p class="note">You can come back at any time. To change rides or limits instead, use the links in your mail.</p>`,
      )
    case 'unsubscribed':
      return layout(
        'You are unsubscribed',
        html`<p>No more alert mails go to <strong>${mask(page.address)}</strong>, as of now.</p>
        ${form('resume', 'Get alert mails again', 'button quiet')}`,
      )
    case 'resumed':
      return layout(
        'Alert mails are on again',
        html`<p>Walkon writes to <strong>${mask(page.address)}</strong> again while you have an active pass.</p>
        ${form('unsubscribe', 'Unsubscribe', 'button quiet')}`,
      )
    case 'invalid':
      return layout(
        'This link does not work any more',
        html`<p>Use the unsubscribe link of your newest mail from Walkon, or its “Stop alerts” link.</p>
        <p><a href="/">Go to Walkon</a></p>`,
      )
    default:
      return page satisfies never
  }
}

/** Posts to the page's own address. */
const form = (action: 'unsubscribe' | 'resume', label: string, style: string) =>
  html`<form method="post"><input type="hidden" name="action" value="${action}"><button class="${style}" type="submit">${label}</button></form>`

/** Enough to know one's own address by, and too little for whom the mail was forwarded to. */
function mask(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}

const layout = (title: string, content: Html) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title} - Walkon</title>
<link rel="stylesheet" href="/u/assets/page.css">
</head>
<body>
<header><a class="brand" href="/">Walkon <span aria-hidden="true">&#9656;</span></a></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.source

export const PAGE_CSS = `:root {
  color-scheme: light dark;
  --paper: #f5efe2; --sheet: #fdfaf3; --line: #d6ccb6; --ink: #15192d; --ink-2: #4b4f66;
  --go: #0a663a; --action: #4321c4; --action-press: #33179b; --on-action: #fdfaf3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0b1027; --sheet: #141b3b; --line: #2b3563; --ink: #f6f1e4; --ink-2: #b4bad6;
    --go: #55d394; --action: #b9a9ff; --action-press: #d3c8ff; --on-action: #170c47;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 "Segoe UI", system-ui, sans-serif; }
header, main { max-width: 36rem; margin: 0 auto; padding: 24px clamp(16px, 4vw, 40px); }
main { margin-bottom: 48px; padding-block: 32px 36px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; }
@media (max-width: 38rem) { main { margin-inline: 16px; } }
.brand { color: var(--ink); font: 900 1.5rem/1.75rem Archivo, "Arial Black", "Helvetica Neue", Arial, sans-serif; letter-spacing: -1px; text-decoration: none; }
.brand span { color: var(--go); }
h1 { margin: 0 0 12px; font: 700 1.75rem/2rem Archivo, "Helvetica Neue", Arial, sans-serif; letter-spacing: -0.5px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
form { margin: 24px 0; }
.note { margin: 0; color: var(--ink-2); font-size: 0.875rem; }
a { color: var(--action); }
.button { min-height: 48px; padding: 12px 28px; border: 0; border-radius: 999px; background: var(--action); color: var(--on-action); font: 700 1rem/1.25rem Archivo, "Helvetica Neue", Arial, sans-serif; cursor: pointer; }
.button:hover { background: var(--action-press); }
.button:active { transform: translateY(1px); }
.quiet { background: transparent; color: var(--action); box-shadow: inset 0 0 0 2px var(--action); }
.quiet:hover { background: transparent; color: var(--action-press); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 3px; }
`
