/** Text that is HTML already. Everything else is escaped where it is put into `html`. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  toString(): string {
    return this.source
  }
}

type Value = string | number | Html | Html[] | null | undefined | false

/**
 * A template whose values cannot become markup, in text or inside quoted attributes. Its pieces are joined at once. A string that grows
 * piece by piece is a tree, which the garbage collector copies node by node until the mail is sent.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const pieces: string[] = []
  strings.forEach((text, index) => pieces.push(text, toSource(values[index])))
  return new Html(pieces.join(''))
}

function toSource(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.source
  if (Array.isArray(value)) return value.map(toSource).join('')
  return escape(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Makes references of characters beyond ASCII: one beyond Latin-1 would double the memory of a whole batch of mails, and make it slow to
 * encode.
 */
const escape = (text: string) =>
  text.replace(
    /[&<>"'\u{80}-\u{10ffff}]/gu,
    (character) => ENTITIES[character] ?? `&#${character.codePointAt(0)};`,
  )
