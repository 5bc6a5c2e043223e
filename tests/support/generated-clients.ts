import { createClient } from '@hey-api/openapi-ts'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')
const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc')

const run = promisify(execFile)

/** The clients that a client's author generates from the documents of these services. */
export async function generateClients(services: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-clients-'))
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
  let programs = 0
  return {
    /**
     * Compiles a program that imports `./<service>/index.js` in TypeScript's strict mode, and loads it. Throws with the compiler's
     * messages.
     */
    async load<Exports>(source: string): Promise<Exports> {
      const name = `program-${(programs += 1)}`
      await writeFile(join(folder, `${name}.ts`), source)
      await compile(folder, name)
      return (await import(join(folder, `compiled/${name}.js`))) as Exports
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function compile(folder: string, name: string): Promise<void> {
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
    files: [`${name}.ts`],
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
