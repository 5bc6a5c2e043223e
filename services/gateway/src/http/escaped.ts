const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML and in SVG, also within quotes. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
