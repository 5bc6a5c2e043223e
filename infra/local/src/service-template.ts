import { SERVICES, schemaOf, type ServiceName } from '@walkon/contracts/services'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The output of `npm run new-service`: the files of a service, and the lines by which the rest knows it. Nothing here touches the disk but
 * to read.
 */

const TEMPLATES = resolve(import.meta.dirname, '../templates/service')
const SUFFIX = '.template'

export type NewService = {
  /** In kebab-case. */
  name: string
  /** The purpose of the service, in a sentence with its full stop. */
  sentence: string
  port: number
  operatorPort: number
}

/** A text of the repository, by its path, and the text that takes its place. */
export type Edit = { file: string; change: (text: string) => string }

const ports = Object.values<{ port: number; operatorPort: number }>(SERVICES)

/** On the next free ports. Throws for a name that is taken, or cannot be a folder, a package and a PostgreSQL schema. */
export function describeNewService(name: string, sentence: string): NewService {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) throw new Error(`"${name}" is not kebab-case of letters`)
  if (Object.hasOwn(SERVICES, name) || name === 'gateway') throw new Error(`There is a service ${name}`)
  if (!/^[A-Z].*\.$/.test(sentence))
    throw new Error('Say what the service does in a sentence: a capital first, a full stop last')
  return {
    name,
    sentence,
    port: Math.max(...ports.map(({ port }) => port)) + 1,
    operatorPort: Math.max(...ports.map(({ operatorPort }) => operatorPort)) + 1,
  }
}

/** The files of the service by their paths in its folder, without generated ones. */
export function renderService({
  name,
  sentence,
}: Pick<NewService, 'name' | 'sentence'>): Map<string, string> {
  const values: Record<string, string> = {
    name,
    sentence,
    constant: toConstant(name),
    // The schema of a name that the registry does not have yet.
    schema: schemaOf(name as ServiceName),
    address: addressOf(name),
  }
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`No value for {{${key}}}`)
      return value
    })
  const files = globSync(`**/*${SUFFIX}`, { cwd: TEMPLATES }).toSorted()
  return new Map(
    files.map((file) => [file.slice(0, -SUFFIX.length), fill(readFileSync(join(TEMPLATES, file), 'utf8'))]),
  )
}

/** What makes the service known outside its folder. Each throws if its place is not found. */
export const registrationOf = (service: NewService): Edit[] => [...inCode(service), ...inDocuments(service)]

function inCode({ name, port, operatorPort }: NewService): Edit[] {
  const constant = toConstant(name)
  const entry = `{ address: '${addressOf(name)}', port: ${port}, operatorPort: ${operatorPort}, keepsPersonalData: true }`
  const imported = insertBefore(
    "import type { Service } from '@walkon/runtime/service'",
    `import { ${constant} } from '@walkon/${name}/app'\n`,
  )
  const listed = insertBefore(
    '}\n\n/** In the order',
    `  ${name === constant ? name : `'${name}': ${constant}`},\n`,
  )
  return [
    {
      file: 'libs/contracts/src/services.ts',
      change: insertBefore(
        '} as const satisfies Record<string, ServiceEntry>',
        `  ${toKey(name)}: ${entry},\n`,
      ),
    },
    { file: 'infra/local/src/services.ts', change: (text) => listed(imported(text)) },
    {
      file: 'web/src/features/account/export-section.tsx',
      change: insertBefore(
        '}\n\n/** Everything that we keep',
        `  ${toKey(name)}: 'your ${name.replaceAll('-', ' ')}',\n`,
      ),
    },
    {
      file: 'libs/contracts/src/service-titles.ts',
      change: insertBefore('}\n', `  ${toKey(name)}: '${toTitle(name)}',\n`),
    },
    { file: 'infra/local/package.json', change: (text) => addDependency(text, `@walkon/${name}`) },
  ]
}

function inDocuments({ name, sentence, port, operatorPort }: NewService): Edit[] {
  // The schema of a name that the registry does not have yet.
  const setting = `${schemaOf(name as ServiceName).toUpperCase()}_URL`
  return [
    {
      file: 'README.md',
      change: insertBefore(
        '- [**gateway**]',
        `- [**${name}**](services/${name}/README.md): ${toClause(sentence)}\n`,
      ),
    },
    {
      file: 'services/gateway/README.md',
      change: insertBefore('; where it is deployed also `REDIS_URL`', `, \`${setting}\``),
    },
    {
      file: 'docs/operations.md',
      change: insertBefore('\nBoth listen on 0.0.0.0', `| ${name} | ${port} | ${operatorPort} |\n`),
    },
  ]
}

const addressOf = (name: string) => `/api/${name}`

/** `park-data` is `parkData` in the code. */
const toConstant = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const toKey = (name: string) => (name.includes('-') ? `'${name}'` : name)

/** In the words of a page: `park-data` is "Park data". */
const toTitle = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

const toClause = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`

function insertBefore(place: string, inserted: string): (text: string) => string {
  return (text) => {
    const at = text.indexOf(place)
    if (at === -1) throw new Error(`Nothing reads ${JSON.stringify(place)}`)
    return `${text.slice(0, at)}${inserted}${text.slice(at)}`
  }
}

function addDependency(manifest: string, name: string): string {
  const read = JSON.parse(manifest) as { dependencies: Record<string, string> }
  const dependencies = Object.entries({ ...read.dependencies, [name]: 'workspace:*' })
  return `${JSON.stringify(
    {
      ...read,
      dependencies: Object.fromEntries(dependencies.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    },
    null,
    2,
  )}\n`
}
