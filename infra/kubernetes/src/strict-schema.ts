/** As much of a schema of OpenAPI 2 or 3 as Kubernetes uses. */
export type Schema = {
  type?: string
  format?: string
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  [key: string]: unknown
}

const INT_OR_STRING: Schema = { oneOf: [{ type: 'string' }, { type: 'integer' }] }
/** Written as strings in the document; the API server takes numbers as well. */
const LOOSE: Record<string, Schema> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': INT_OR_STRING,
}
/** For people, or for the server's own rules, which no JSON Schema has. */
const LEFT_OUT = /^(description|default|example|externalDocs|x-kubernetes-(?!preserve).*)$/

/**
 * A schema without references that refuses a field it does not know, as the API server does under strict validation. A type that contains
 * itself is not followed a second time.
 */
export function toStrict(schema: Schema, definitions: Record<string, Schema>, inside: string[] = []): Schema {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    const definition = definitions[name]
    if (definition === undefined || inside.includes(name)) return {}
    return LOOSE[name] ?? toStrict(definition, definitions, [...inside, name])
  }
  if (schema['x-kubernetes-int-or-string'] === true) return INT_OR_STRING
  const strict = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !LEFT_OUT.test(key))
      .map(([key, value]) => [key, key === 'properties' ? value : follow(value)]),
  ) as Schema
  if (schema.properties === undefined) return strict
  return {
    ...strict,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        toStrict(property, definitions, inside),
      ]),
    ),
    additionalProperties: schema['x-kubernetes-preserve-unknown-fields'] === true,
  }

  function follow(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(follow)
    return typeof value === 'object' && value !== null
      ? toStrict(value as Schema, definitions, inside)
      : value
  }
}
