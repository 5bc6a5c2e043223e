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
  /** Packages that stay packages: a native file, or files that are sent to a browser. By the part that depends on them. */
  packages: { name: string; from: string }[]
}

/** Argon2 is machine code. */
const NATIVE_PACKAGES: Partial<Record<ServiceName, ImageContents['packages']>> = {
  identity: [{ name: '@node-rs/argon2', from: 'services/identity' }],
}

export type ImageName = ServiceName | 'gateway' | 'sandbox' | 'preparation'

/** Each image of the product. `preparation` holds what a release runs before its services start. */
export const IMAGES: Record<ImageName, ImageContents> = {
  ...(Object.fromEntries(SERVICE_NAMES.map((name) => [name, contentsOf(name)])) as Record<
    ServiceName,
    ImageContents
  >),
  gateway: {
    packageName: '@walkon/gateway',
    programs: { main: 'services/gateway/src/main.ts' },
    files: ['web/dist', 'docs/api', 'services/gateway/docs-assets', 'services/gateway/share-fonts'],
    packages: [
      { name: 'swagger-ui-dist', from: 'services/gateway' },
      { name: '@resvg/resvg-js', from: 'services/gateway' },
    ],
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
    files: SERVICE_NAMES.map((name) => `services/${name}/migrations`),
    packages: NATIVE_PACKAGES.identity ?? [],
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
    },
    // Readiness compares what is applied with what the release brings.
    files: [`services/${name}/migrations`],
    packages: NATIVE_PACKAGES[name] ?? [],
  }
}

/** Where a package is installed, as the part that depends on it sees it. */
export const installedPackage = ({ name, from }: { name: string; from: string }): string =>
  join(ROOT, from, 'node_modules', name)
