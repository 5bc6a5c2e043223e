/** A JSON Schema as zod writes those of events. */
export type EventSchema = {
  type?: string | string[]
  properties?: Record<string, EventSchema>
  required?: string[]
  items?: EventSchema
  anyOf?: EventSchema[]
  oneOf?: EventSchema[]
  enum?: unknown[]
  [keyword: string]: unknown
}

/** A limit may move away from the values that were allowed, and never towards them. */
const LOWEST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const HIGHEST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
/** It cannot be told if another one takes as much as before. */
const FIXED = ['format', 'pattern', 'const', 'additionalProperties', 'propertyNames']

/** Two spellings of the same characters, the earlier first. */
export const SAME_CHARACTERS = [
  [String.raw`\p{Cc}\p{Zl}\p{Zp}`, String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`],
] as const

/**
 * Changes of a schema that would break a reader of the released one, or our own readers of the release's records. A field that is gone, no
 * longer always there or newly required; another type; a value or variant that is gone; a narrower limit. Empty where only optional fields,
 * values and variants were added. `path` names the place, from the event's data.
 */
export function findBreakingChanges(released: EventSchema, now: EventSchema, path = 'data'): string[] {
  return [
    ...findTypeChanges(released, now, path),
    ...findFieldChanges(released, now, path),
    ...findLimitChanges(released, now, path),
    ...(released.items ? findBreakingChanges(released.items, now.items ?? {}, `${path}[]`) : []),
    ...(['anyOf', 'oneOf'] as const).flatMap((union) =>
      findVariantChanges(released[union], now[union], path),
    ),
  ]
}

function findTypeChanges(released: EventSchema, now: EventSchema, path: string): string[] {
  const types = ({ type = [] }: EventSchema) => [type].flat().toSorted().join(' or ')
  if (types(released) !== types(now)) return [`${path} is ${types(now)} and was ${types(released)}`]
  const allowed = now.enum
  if (released.enum === undefined) return allowed === undefined ? [] : [`${path} takes listed values alone`]
  return released.enum
    .filter((value) => allowed !== undefined && !allowed.includes(value))
    .map((value) => `${path} is never ${JSON.stringify(value)} any more`)
}

function findFieldChanges(released: EventSchema, now: EventSchema, path: string): string[] {
  const before = released.properties ?? {}
  const after = now.properties ?? {}
  const wasRequired = new Set(released.required)
  const isRequired = new Set(now.required)
  const kept = Object.entries(before).flatMap(([name, schema]) => {
    const field = `${path}.${name}`
    const there = after[name]
    if (there === undefined) return [`${field} is gone`]
    const optional = wasRequired.has(name) && !isRequired.has(name) ? [`${field} may be missing`] : []
    const required = !wasRequired.has(name) && isRequired.has(name) ? [`${field} is required`] : []
    return [...optional, ...required, ...findBreakingChanges(schema, there, field)]
  })
  const added = Object.keys(after).filter((name) => before[name] === undefined && isRequired.has(name))
  return [...kept, ...added.map((name) => `${path}.${name} is new and required`)]
}

function findLimitChanges(released: EventSchema, now: EventSchema, path: string): string[] {
  const narrower = (keyword: string, isNarrower: (before: number, after: number) => boolean) => {
    const [before, after] = [released[keyword], now[keyword]]
    return typeof after === 'number' && (typeof before !== 'number' || isNarrower(before, after))
  }
  return [
    ...LOWEST.filter((keyword) => narrower(keyword, (before, after) => after > before)),
    ...HIGHEST.filter((keyword) => narrower(keyword, (before, after) => after < before)),
    ...FIXED.filter(
      (keyword) =>
        now[keyword] !== undefined &&
        JSON.stringify(spelt(now[keyword])) !== JSON.stringify(spelt(released[keyword])),
    ),
  ].map((keyword) => `${path} has a narrower ${keyword}`)
}

const spelt = (value: unknown) =>
  typeof value === 'string'
    ? SAME_CHARACTERS.reduce((text, [earlier, later]) => text.replaceAll(earlier, later), value)
    : value

/** Each released variant must have one that a reader of it understands. */
function findVariantChanges(released: EventSchema[] = [], now: EventSchema[] = [], path: string): string[] {
  if (released.length === 0) return now.length === 0 ? [] : [`${path} has variants`]
  return released.flatMap((variant, index) =>
    now.some((other) => findBreakingChanges(variant, other).length === 0)
      ? []
      : [`${path} has lost its variant ${index + 1}`],
  )
}
