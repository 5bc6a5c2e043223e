/** The parts of JSON Schema that the contracts use. */
export type JsonSchema = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  description?: string
}

/** One line of a table of fields. `path` is `alerts[].rideId` for a field within a list. */
export type SchemaField = { path: string; type: string; description: string; isRequired: boolean }

/** The fields of an object, those of the objects within it right after theirs. */
export function listFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const own = {
      path,
      type: typeOf(field),
      description: field.description ?? '',
      isRequired: schema.required?.includes(name) ?? false,
    }
    return [own, ...listWithin(field, path)]
  })
}

/** Of a choice between objects, the fields of each are listed after the value that tells it from the others. */
function listWithin(field: JsonSchema, path: string): SchemaField[] {
  if (field.items) return listWithin(field.items, `${path}[]`)
  if (field.properties) return listFields(field, `${path}.`)
  return choicesOf(field).flatMap((choice) => listWithin(choice, path))
}

const choicesOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? []

const typeOf = (field: JsonSchema): string =>
  [...new Set(choicesOf(field).map(typeOf))].join(' or ') || toValues(field) || toTypeName(field)

const toValues = ({ const: only, enum: values }: JsonSchema): string =>
  (only === undefined ? (values ?? []) : [only]).map((value) => `\`${String(value)}\``).join(', ')

function toTypeName({ type = 'any', format, items, minimum, maximum }: JsonSchema): string {
  if (items) return `list of ${typeOf(items)}`
  // The limits of safe integers say nothing of the field.
  const limits = [minimum, maximum].filter((limit) => limit !== undefined && Number.isSafeInteger(limit * 2))
  return `${type}${format ? ` (${format})` : ''}${limits.length === 2 ? `, ${minimum} to ${maximum}` : ''}`
}
