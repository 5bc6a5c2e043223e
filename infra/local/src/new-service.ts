import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describeNewService, registrationOf, renderService } from './service-template.ts'

/**
 * `npm run new-service NAME "What it does."`: a service that starts, migrates, is registered, documented and tested. Its tables, events and
 * routes are then written in its folder (CONTRIBUTING.md).
 */

const ROOT = resolve(import.meta.dirname, '../../..')
const PNPM = join(ROOT, 'infra/local/pnpm/pnpm.mjs')

const [name = '', sentence = ''] = process.argv.slice(2)
try {
  writeService(name, sentence)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.stderr.write('npm run new-service NAME "What it does."\n')
  process.exit(1)
}
process.stdout.write(`services/${name} is there. Start at services/${name}/src/app.ts.\n`)

function writeService(newName: string, whatItDoes: string): void {
  const service = describeNewService(newName, whatItDoes)
  const folder = join('services', service.name)
  const edits = registrationOf(service).map(({ file, change }) => ({ file, text: change(read(file)) }))
  const files = [...renderService(service)].map(([file, text]) => ({ file: join(folder, file), text }))
  for (const { file, text } of [...files, ...edits]) write(file, text)

  const written = [...files, ...edits].map(({ file }) => file).filter((file) => /\.(tsx?|json)$/.test(file))
  run('biome', ['format', '--write', ...written])
  run(process.execPath, [PNPM, 'install', '--no-frozen-lockfile', '--prefer-offline'])
  const generate = ['run', 'migrations:generate', '--name', 'initial']
  run(process.execPath, [PNPM, ...generate], join(ROOT, folder))
  run(process.execPath, [join(import.meta.dirname, 'docs.ts')])
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(ROOT, file)), { recursive: true })
  writeFileSync(join(ROOT, file), text)
}

function run(command: string, args: string[], cwd = ROOT): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
}
