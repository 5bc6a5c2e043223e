import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { IMAGES, ROOT, type ImageName } from './image-contents.ts'

const PNPM = join(ROOT, 'infra/local/pnpm/pnpm.mjs')

/** The packages that an image was made from, with versions and licences: `sbom.json` in its folder, CycloneDX. */
export function writeBillOfMaterials(name: ImageName, folder: string): void {
  const { packageName } = IMAGES[name]
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--prod', '--out', join(folder, 'sbom.json')]
  execFileSync(process.execPath, [PNPM, '--filter', packageName, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
