/**
 * The Markdown of the newsletter: headings (`#`, `##`), lists (`-`), paragraphs, `**strong**`, `*emphasis*` and `[words](https://…)`.
 * Everything else is text, HTML too. Each renderer decides on the markup, so no text can become any.
 */

export type Inline =
  | { kind: 'text' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; url: string }

export type Block = { kind: 'heading' | 'paragraph'; content: Inline[] } | { kind: 'list'; items: Inline[][] }

/** Blocks are apart by an empty line. The lines of a paragraph are one. */
export function toBlocks(markdown: string): Block[] {
  return markdown
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(toBlock)
}

function toBlock(part: string): Block[] {
  const lines = part.split('\n').map((line) => line.trim())
  const [first = '', ...rest] = lines
  const heading = /^#{1,2} +(.+)$/.exec(first)
  if (heading?.[1] !== undefined) {
    const below = rest.length > 0 ? toBlock(rest.join('\n')) : []
    return [{ kind: 'heading', content: toInline(heading[1]) }, ...below]
  }
  if (lines.every((line) => line.startsWith('- ')))
    return [{ kind: 'list', items: lines.map((line) => toInline(line.slice(2))) }]
  return [{ kind: 'paragraph', content: toInline(lines.join(' ')) }]
}

const MARKED = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\((https:\/\/[^\s()<>"']+)\)/g

function toInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const found of text.matchAll(MARKED)) {
    const [whole, strong, emphasis, words, url] = found
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) })
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis })
    else if (words !== undefined && url !== undefined) parts.push({ kind: 'link', text: words, url })
    end = found.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
