import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGES, ROOT, type ImageName } from './image-contents.ts'

const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  packageManager: string
}

/** The packages that an image was made from, with versions and licences: `sbom.json` in its folder, CycloneDX. */
export function writeBillOfMaterials(name: ImageName, folder: string): void {
  const { packageName } = IMAGES[name]
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--prod', '--out', join(folder, 'sbom.json')]
  execFileSync('npx', ['--yes', packageManager, '--filter', packageName, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
