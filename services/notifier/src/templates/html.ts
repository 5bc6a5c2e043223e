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

/** A template whose values cannot become markup, in text or inside quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toSource)))
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

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
