/** The parts of a service's README that are compared with its code. */
export type ReadmePart = 'Owns' | 'Hears' | 'Publishes' | 'Answers'

/** The names in the code, and other names that the part may have. */
type Facts = { has: string[]; mayName?: string[] }

/** The form of a table, an event or a route in backticks. */
const NAME: Record<ReadmePart, RegExp> = {
  Owns: /^[a-z][a-z0-9_]*$/,
  Hears: /^([A-Z][a-z]+){2,}(V\d+)?$/,
  Publishes: /^([A-Z][a-z]+){2,}(V\d+)?$/,
  Answers: /^(GET|POST|PUT|PATCH|DELETE) \//,
}

const KIND: Record<ReadmePart, string> = {
  Owns: 'table',
  Hears: 'event',
  Publishes: 'event',
  Answers: 'route',
}

/** The changes that make one part of a README agree with the code; empty if it does. */
export function compareReadme(readme: string, part: ReadmePart, { has, mayName = [] }: Facts): string[] {
  const text = readPart(readme, part)
  if (text === null) return [`Write a paragraph that begins with **${part}**`]
  const named = new Set(
    [...text.matchAll(/`([^`\n]+)`/g)]
      .map(([, name = '']) => name.replace(/\?.*$/, ''))
      .filter((name) => NAME[part].test(name)),
  )
  const missing = has.filter((name) => !named.has(name))
  const wrong = [...named].filter((name) => !has.includes(name) && !mayName.includes(name))
  return [
    ...missing.map((name) => `Under **${part}**, write what the ${KIND[part]} \`${name}\` is`),
    ...wrong.map((name) => `Under **${part}**, remove \`${name}\`: the code has no such ${KIND[part]}`),
  ]
}

/** From the bold word at the start of a line to the next one, or to the next heading. */
function readPart(readme: string, part: ReadmePart): string | null {
  const [, text] =
    new RegExp(`^\\*\\*${part}\\*\\*([^]*?)(?=^\\*\\*[A-Z]|^#|$(?![^]))`, 'm').exec(readme) ?? []
  return text ?? null
}
