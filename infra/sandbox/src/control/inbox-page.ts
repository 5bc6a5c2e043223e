import type { MessageEvent } from '../state/message-events.ts'
import type { Message } from '../state/messages.ts'
import { markup, time, type Markup } from './markup.ts'
import { notification } from './notification.ts'
import { phone, type Conversation } from './phone.ts'
import { oneClickAddress } from './unsubscribe.ts'

type Inbox = {
  messages: Message[]
  /** The messages of this address only. */
  to: string | null
  open: OpenMessage | null
  hasOlder: boolean
}

export type OpenMessage = {
  message: Message
  events: { Recipient: string; Type: string }[]
  /** The result of the Unsubscribe button. */
  unsubscribeStatus: number | null
  conversation: Conversation
  /** Of a push: what its phone did with it. */
  pushEvents: MessageEvent[]
}

export function inboxPage(inbox: Inbox): string {
  const title = inbox.open ? subjectOf(inbox.open.message) : 'Inbox'
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox inbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/assets/tokens.css">
<link rel="stylesheet" href="/sandbox/assets/inbox.css">
<script type="module" src="/sandbox/assets/inbox.js"></script>
</head>
<body class="${inbox.open ? 'is-open' : ''}">
<header class="mast">
  ${inbox.open ? mark : markup`<h1>${mark}</h1>`}
  <p>Everything sent by this local run. Nothing leaves the machine.</p>
  <form class="filter" action="/sandbox/inbox" role="search">
    <label>Address <input type="search" name="to" value="${inbox.to ?? ''}" autocomplete="off" spellcheck="false"></label>
    <button class="btn btn--quiet">Show</button>
  </form>
</header>
<main>
  <nav class="list" aria-label="Messages" id="list" data-newest="${inbox.messages[0]?.serial ?? 0}">${list(inbox)}</nav>
  <section class="reading" aria-label="Message">${inbox.open ? read(inbox.open) : nothingOpen(inbox)}</section>
</main>
</body>
</html>`.text
}

const mark = markup`<a class="mark" href="/sandbox/inbox">Inbox</a>`

function list({ messages, to, open, hasOlder }: Inbox): Markup {
  if (messages.length === 0) {
    return markup`<p class="empty">${to ? `No mail for ${to} yet.` : 'No mail yet.'} It appears here by itself.</p>`
  }
  const address = to ? `to=${encodeURIComponent(to)}&` : ''
  return markup`<ol>${messages.map((message) => line(message, message.id === open?.message.id, to))}</ol>
${hasOlder ? markup`<a class="older" href="/sandbox/inbox?${address}before=${messages.at(-1)?.serial ?? 0}">Older mail</a>` : null}`
}

function line(message: Message, isOpen: boolean, to: string | null): Markup {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  return markup`<li><a href="/sandbox/inbox/${message.id}${query}"${isOpen ? markup` aria-current="true"` : null}>
<strong>${subjectOf(message)}</strong>
<span>${recipientOf(message)}</span>
${time(message.sentAt)}
</a></li>`
}

function read(open: OpenMessage): Markup {
  switch (open.message.channel) {
    case 'sms':
      return phone(open.message, open.conversation)
    case 'push':
      return notification(open.message, open.pushEvents)
    case 'email':
      return reading(open)
    default:
      return open.message.channel satisfies never
  }
}

function reading({ message, events, unsubscribeStatus }: OpenMessage): Markup {
  return markup`<a class="back" href="/sandbox/inbox">All mail</a>
<h1>${subjectOf(message)}</h1>
<p class="meta">From ${message.from} to ${message.to.join(', ')}, ${time(message.sentAt)}${fate(events)}</p>
${unsubscribeStatus === null ? null : outcome(unsubscribeStatus)}
<div class="acts">
${oneClickAddress(message.headers) ? button(message, 'unsubscribe', 'Unsubscribe') : null}
${button(message, 'bounce', 'Bounce')}
${button(message, 'complaint', 'Report as spam')}
</div>
<iframe title="The mail" src="/sandbox/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
${message.text ? markup`<details><summary>As text</summary><pre>${message.text}</pre></details>` : null}
<details><summary>Headers and metadata</summary><dl>${pairs(message.headers)}${pairs(message.metadata)}</dl></details>`
}

function nothingOpen({ messages }: Inbox): Markup {
  return messages.length === 0 ? markup`` : markup`<p class="empty">Choose a message to read it.</p>`
}

function button({ id }: Message, action: string, label: string): Markup {
  return markup`<form method="post" action="/sandbox/messages/${id}/${action}"><button class="btn btn--quiet">${label}</button></form>`
}

function outcome(status: number): Markup {
  const isDone = status >= 200 && status < 300
  const text = isDone
    ? 'Unsubscribed.'
    : `Not unsubscribed: ${status === 0 ? 'there was no answer' : `the answer was ${status}`}.`
  return markup`<p role="status" class="${isDone ? 'told' : 'told told--error'}">${text}</p>`
}

function fate(events: OpenMessage['events']): string {
  const told = ['Bounced', 'SpamComplaint'].filter((type) => events.some(({ Type }) => Type === type))
  return told.map((type) => (type === 'Bounced' ? '. Bounced' : '. Reported as spam')).join('')
}

const pairs = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)

const recipientOf = ({ channel, to, metadata }: Message) =>
  (channel === 'push' && metadata['name']) || to.join(', ')

const subjectOf = ({ channel, subject, text }: Message) =>
  (channel === 'sms' ? text : subject) || '(no subject)'
