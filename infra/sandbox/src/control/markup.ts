/** Markup that is safe to put into a page as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An instant in UTC, which the page's script shows in the reader's own time. */
export const time = (instant: Date) =>
  markup`<time datetime="${instant.toISOString()}">${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

type Part = string | number | Markup | Markup[] | null

/** Values in the template are escaped unless they are markup; null becomes an empty text. */
export function markup(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, at) => text + toText(parts[at] ?? null)).join(''))
}

function toText(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
