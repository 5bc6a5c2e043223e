import { z } from 'zod'
import { notificationOf } from '../push/accept.ts'
import type { MessageEvent } from '../state/message-events.ts'
import type { Message } from '../state/messages.ts'
import { markup, time, type Markup } from './markup.ts'

const LABELS: Record<string, string> = { done: 'Done', snooze: 'Snooze 30 min' }

/** A push as its phone shows it, with the buttons of the notification. */
export function notification(message: Message, events: MessageEvent[]): Markup {
  const { title, body, url, actions, tag } = notificationOf(message)
  const isReplaced = events.some(({ type }) => type === 'Replaced')
  return markup`<a class="back" href="/sandbox/inbox">All mail</a>
<h1>${message.metadata['name'] ?? 'Phone'}</h1>
<div class="phone"><article class="notification"><h2>${title}</h2><p>${body}</p><p class="meta">Walkon, ${time(message.sentAt)}</p>
${isReplaced ? markup`<p class="told">A later notification has taken its place.</p>` : buttons(message, url, actions)}
</article></div>
${events.map(toPress)}
<details><summary>Headers and payload</summary><pre>${JSON.stringify({ ...message.headers, tag, url }, null, 2)}</pre></details>`
}

const buttons = ({ id }: Message, url: string, actions: string[]): Markup =>
  markup`<div class="acts"><a class="btn" href="${url}" target="_blank" rel="noopener">Open</a>${actions.map(
    (action) =>
      markup`<form method="post" action="/sandbox/messages/${id}/actions/${action}"><button class="btn btn--quiet">${LABELS[action] ?? action}</button></form>`,
  )}</div>`

const press = z.object({ action: z.string(), status: z.number() })

function toPress({ type, details }: MessageEvent): Markup {
  if (type !== 'Pressed') return markup``
  const { action, status } = press.parse(details)
  const isTaken = status >= 200 && status < 300
  const told = isTaken ? 'Walkon knows.' : `It did not arrive: the answer was ${status || 'none'}.`
  return markup`<p role="status" class="${isTaken ? 'told' : 'told told--error'}">${LABELS[action] ?? action}. ${told}</p>`
}
