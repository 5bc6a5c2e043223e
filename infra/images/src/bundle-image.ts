import { build, type Plugin } from 'esbuild'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { IMAGES, installedPackage, ROOT, type ImageName } from './image-contents.ts'
import { keepOwnSources } from './own-source-maps.ts'

/** Packages of CommonJS are bundled into modules, which have no `require` of their own. */
const BANNER = `import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);`

/**
 * Writes the `/app` of an image into a folder, which is emptied first: the programs, and the files that they read by path. Each program is
 * one file, with shared chunks beside it and source maps of our sources.
 */
export async function bundleImage(name: ImageName, folder: string): Promise<void> {
  const { programs, files, packages, flags = SERVICE_FLAGS, environment = {} } = IMAGES[name]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(programs).map(([out, source]) => ({ in: source, out })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    // Beside the programs: a path that is read is the same from a program and from a chunk.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    sourcesContent: false,
    minifySyntax: true,
    legalComments: 'none',
    banner: { js: BANNER },
    external: packages.map((one) => one.name),
    plugins: [pathsOfTheRepository],
    logLevel: 'warning',
  })
  keepOwnSources(folder)
  for (const file of files) cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  for (const one of packages) copyPackage(one.name, installedPackage(one), folder)
  writeFileSync(join(folder, 'run'), toRunScript(flags, environment), { mode: 0o755 })
}

/** The flags of docs/operations.md, section Memory. */
const SERVICE_FLAGS = ['--max-old-space-size=512', '--initial-old-space-size=256', '--max-semi-space-size=32']

/** `/app/run PROGRAM`: the entry point of the image, and how an operator runs its other programs. */
const toRunScript = (flags: string[], environment: Record<string, string>): string =>
  [
    '#!/bin/sh',
    'cd /app || exit 1',
    ...Object.entries(environment).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`),
    `exec node --enable-source-maps ${flags.join(' ')} "$@"`,
    '',
  ].join('\n')

/** `import.meta.dirname` of a source names the folder that its source has in the repository, seen from `/app`. */
const pathsOfTheRepository: Plugin = {
  name: 'paths-of-the-repository',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
      if (path.includes('/node_modules/') || !contents.includes('import.meta.dirname')) return undefined
      const folder = JSON.stringify(`/${relative(ROOT, dirname(path))}`)
      return {
        contents: contents.replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`),
        loader: 'ts',
      }
    })
  },
}

/** A package with those of its optional ones that are installed: machine code comes as one package a platform. */
function copyPackage(name: string, installed: string, into: string): void {
  const folder = realpathSync(installed)
  // The libraries of PostgreSQL are links to each other.
  cpSync(folder, join(into, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    optionalDependencies?: Record<string, string>
  }
  const beside = join(folder, ...name.split('/').map(() => '..'))
  for (const other of Object.keys(optionalDependencies)) {
    if (existsSync(join(beside, other))) copyPackage(other, join(beside, other), into)
  }
}
