import { createClient } from '@hey-api/openapi-ts'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')
const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc')

const run = promisify(execFile)

/** A program of a client's author: `source` imports `./<service>/index.js`. */
export type ClientProgram = { services: string[]; source: string }

/**
 * Generates a client from the document of each service, compiles the program with them in TypeScript's
 * strict mode, and loads it. Throws with the compiler's messages.
 */
export async function loadClientProgram<Exports>({ services, source }: ClientProgram): Promise<Exports> {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-clients-'))
  try {
    for (const service of services) {
      await createClient({
        input: join(ROOT, `docs/api/${service}.json`),
        output: { path: join(folder, service) },
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
        logs: { level: 'silent', file: false },
      })
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'program.ts'), source)
    await compile(folder)
    return (await import(join(folder, 'compiled/program.js'))) as Exports
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function compile(folder: string): Promise<void> {
  const options = {
    compilerOptions: {
      strict: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom'],
      types: ['node'],
      rootDir: '.',
      outDir: 'compiled',
    },
    files: ['program.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  try {
    await run(process.execPath, [TYPESCRIPT, '-p', folder])
  } catch (error) {
    throw new Error(`The program does not compile:\n${(error as { stdout?: string }).stdout}`, {
      cause: error,
    })
  }
}
