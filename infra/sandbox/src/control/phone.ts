import type { Message } from '../state/messages.ts'
import type { PhoneLine } from '../twilio/phones.ts'
import { markup, time, type Markup } from './markup.ts'

/** Of a text: all texts to its number, and what the phone and Twilio said. */
export type Conversation = { texts: Message[]; lines: PhoneLine[] }

type Bubble = { side: 'in' | 'out'; who: string; text: string; sentAt: Date }

/** The phone that a text went to, with its conversation and a field to reply. */
export function phone(message: Message, { texts, lines }: Conversation): Markup {
  const bubbles: Bubble[] = [
    ...texts.map(({ from, text, sentAt }): Bubble => ({ side: 'in', who: from, text: text ?? '', sentAt })),
    ...lines.map(
      ({ from, text, sentAt }): Bubble =>
        from === 'phone'
          ? { side: 'out', who: 'This phone', text, sentAt }
          : { side: 'in', who: 'Twilio', text, sentAt },
    ),
  ].toSorted((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
  return markup`<a class="back" href="/sandbox/inbox">All mail</a>
<h1>Phone ${message.to[0] ?? ''}</h1>
<ol class="phone" aria-label="Texts">${bubbles.map(bubble)}</ol>
<form class="reply" method="post" action="/sandbox/messages/${message.id}/replies">
<label>Reply <input name="text" required maxlength="1600" autocomplete="off"></label>
<button class="btn">Send</button>
</form>
<div class="acts">${['YES', 'DONE', 'SNOOZE 30', 'HELP', 'STOP', 'START'].map((word) => quickReply(message, word))}</div>`
}

const bubble = ({ side, who, text, sentAt }: Bubble): Markup =>
  markup`<li class="bubble bubble--${side}"><p>${withLinks(text)}</p><span>${who}, ${time(sentAt)}</span></li>`

const quickReply = ({ id }: Message, word: string): Markup =>
  markup`<form method="post" action="/sandbox/messages/${id}/replies"><input type="hidden" name="text" value="${word}"><button class="btn btn--quiet">${word}</button></form>`

/** Addresses in a text open beside the inbox, as on a phone. */
const withLinks = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      part.startsWith('http')
        ? markup`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`
        : markup`${part}`,
    )
