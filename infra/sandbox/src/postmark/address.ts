import { invalidRequest } from './errors.ts'

export type Mailbox = { Email: string; Name: string }

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i
const LOCAL_PART = /^[a-z0-9.!#$%&'`*+\-/=^_{}|~]+$/i

/** The list of a To, Cc or Bcc field; throws Postmark's refusal when one address in it is none. */
export function parseMailboxes(field: 'From' | 'To' | 'Cc' | 'Bcc' | 'ReplyTo', text: string): Mailbox[] {
  return splitList(text).map((entry) => {
    const mailbox = toMailbox(entry)
    if (!isAddress(mailbox.Email)) throw invalidRequest(`Invalid '${field}' address: '${entry}'.`)
    return mailbox
  })
}

export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const dotsAreFine = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  return at > 0 && text.length <= 254 && dotsAreFine && LOCAL_PART.test(local) && DOMAIN.test(domain)
}

/** At commas outside of quotation marks. */
function splitList(text: string): string[] {
  const entries = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

function toMailbox(entry: string): Mailbox {
  const named = /^(.*)<([^<>]*)>$/.exec(entry)
  if (!named) return { Email: entry, Name: '' }
  const [, name = '', address = ''] = named
  return {
    Email: address.trim(),
    Name: name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll(String.raw`\"`, '"'),
  }
}
