import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { toFiles } from './manifest-files.ts'

/** `npm run manifests`: writes the generated files below `k8s/` from the registry of services; the overlays are written by hand. */

const FOLDER = resolve(import.meta.dirname, '../../../k8s')

for (const part of ['base', 'release', 'kafka']) rmSync(join(FOLDER, part), { recursive: true, force: true })
for (const [file, text] of Object.entries(await toFiles())) {
  mkdirSync(dirname(join(FOLDER, file)), { recursive: true })
  writeFileSync(join(FOLDER, file), text)
}
