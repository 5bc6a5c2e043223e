import type { core, ZodMiniType } from 'zod/mini'
import { XSS } from './desk.ts'

const AT = '2026-04-14T12:00:00.000Z'

/** Texts that a service makes and that a page computes with: no visitor's words can be in them. */
const MADE_BY_SERVICES: [name: RegExp, value: string][] = [
  [/(At|From|Until|_at|since)$/, AT],
  [/^dates?$/, '2026-04-14'],
  [/^timezone$/, 'America/New_York'],
]

/** A value of the shape, in which each text that a person could have written is markup. A new field is covered with the others. */
export function withHostileWords(schema: core.$ZodType, name = ''): unknown {
  const def = (schema as ZodMiniType).def as core.$ZodTypes['_zod']['def']
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, field]) => [key, withHostileWords(field, key)]),
      )
    case 'array':
      return [withHostileWords(def.element, name)]
    case 'nullable':
    case 'optional':
    case 'default':
      return withHostileWords(def.innerType, name)
    case 'string':
      return 'format' in def ? ofFormat(String(def.format)) : textOf(name)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      throw new Error(`Nothing hostile is known for ${name}, a ${def.type}`)
  }
}

const textOf = (name: string) => MADE_BY_SERVICES.find(([made]) => made.test(name))?.[1] ?? XSS

function ofFormat(format: string): string {
  if (format === 'uuid' || format === 'guid') return '7b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
  if (format === 'datetime') return AT
  throw new Error(`Nothing is known of the format ${format}`)
}
